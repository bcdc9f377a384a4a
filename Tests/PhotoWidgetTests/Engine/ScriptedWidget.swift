import FoundationEssentials
import PhotoWidget
import Synchronization
import TestSupport

/// An entry with a mark, which its published document shows.
struct MarkedEntry: DescribedEntry {
    var date: Date
    var mark: String
    var content: any Encodable { ["mark": mark] }
}

/// A widget whose provider does with its completion what the test says, and an engine for it.
final class ScriptedWidget: Sendable {
    typealias Completion = @Sendable (Timeline<MarkedEntry>) -> Void
    typealias Answer = @Sendable (_ completion: @escaping Completion) -> Void

    let scratch: ScratchDirectory
    let clock: VirtualClock
    private let answer = Mutex<Answer>({ _ in })
    private let asked = Mutex(0)

    /// A widget that shows `0` for ever, at 2026-11-30T01:38:00Z.
    init() throws {
        scratch = try ScratchDirectory()
        clock = VirtualClock(Date(timeIntervalSince1970: 1_796_002_680))
        set([(0, "0")], .never)
    }

    /// Says what the provider does from now on.
    func set(_ answer: @escaping Answer) { self.answer.withLock { $0 = answer } }

    /// The provider answers with entries at seconds from the moment at which it is asked.
    func set(_ entries: [(after: TimeInterval, mark: String)], _ policy: TimelineReloadPolicy) {
        let clock = clock
        set { completion in
            completion(
                Timeline(
                    entries: entries.map { MarkedEntry(date: clock.now + $0.after, mark: $0.mark) }, policy: policy))
        }
    }

    /// The provider throws its completion away.
    func fail() { set { _ in } }

    /// How often the provider was asked for a timeline.
    var calls: Int { asked.withLock { $0 } }

    /// An engine, as another process would make it: all that it knows of earlier ones is on the disk.
    func engine(
        rules: ReloadRules = ReloadRules(), session: TimelineSession = TimelineSession(deadline: 60),
        instance: String = "default"
    ) -> WidgetEngine {
        let clock = clock
        let widget = WidgetDescription(
            kind: "marks", provider: StaticWidgetProvider(Provider(widget: self)) { _ in EmptyView() })
        return WidgetEngine(
            widget, instance: WidgetInstance(WidgetID(kind: "marks", instance: instance)),
            stateDirectory: scratch("state"), rules: rules, session: session, now: { clock.now })
    }

    private struct Provider: TimelineProvider {
        let widget: ScriptedWidget

        func placeholder(in context: Context) -> MarkedEntry { MarkedEntry(date: widget.clock.now, mark: "…") }
        func getSnapshot(in context: Context, completion: @escaping @Sendable (MarkedEntry) -> Void) {
            completion(placeholder(in: context))
        }
        func getTimeline(in context: Context, completion: @escaping Completion) {
            widget.asked.withLock { $0 += 1 }
            widget.answer.withLock { $0 }(completion)
        }
    }
}

extension PublishedEntry {
    /// What a ``MarkedEntry`` says.
    var mark: String? {
        guard case .object(let members)? = content, case .string(let mark)? = members.first?.value else { return nil }
        return mark
    }
}

/// A waiter whose deadline passes at once, after what the test does meanwhile.
struct Impatient: AnswerWaiter {
    var whileWaiting: @Sendable () -> Void = {}

    func signal() {}
    func wait(seconds: TimeInterval) { whileWaiting() }
}
