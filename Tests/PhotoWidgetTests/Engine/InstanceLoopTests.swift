import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing
import WidgetUI

@Suite struct InstanceLoopTests {
    private let widget: ScriptedWidget
    private var clock: VirtualClock { widget.clock }
    private let start = Date(timeIntervalSince1970: 1_796_002_680)

    init() throws { widget = try ScriptedWidget() }

    /// Every entry that is shown within some seconds, with the second at which it was.
    private func run(_ engine: WidgetEngine, for seconds: TimeInterval) -> [String] {
        var shown: [String] = []
        let (clock, end) = (clock, start + seconds)
        InstanceLoop(engine, clock: clock) { clock.now >= end }.run { entry in
            shown.append("\(Int(clock.now.timeIntervalSince(start))) \(entry.mark ?? "") \(entry.status.rawValue)")
        }
        return shown
    }

    @Test func `entries come from their dates, and a new timeline when the policy says`() throws {
        widget.set([(0, "a"), (100, "b")], .atEnd)
        #expect(
            run(widget.engine(), for: 250) == ["0 a fresh", "100 b fresh", "100 a fresh", "200 b fresh", "200 a fresh"])
    }

    @Test func `why an entry is not drawn is told once`() throws {
        widget.set([(0, "a"), (100, "b")], .atEnd)
        var engine = widget.engine()
        engine.drawing = PublishedDrawing(WidgetRenderer(), variants: [PictureVariant(scale: 1e9, scheme: .light)])
        var reasons: [RenderError] = []
        var count = 0
        let (clock, end) = (clock, start + 250)
        InstanceLoop(engine, clock: clock) { clock.now >= end }.run { _ in
            count += 1
        } notDrawn: { reason in
            reasons.append(reason)
        }
        #expect(count == 5 && reasons.count == 1)
        guard case .badSize = reasons.first else {
            Issue.record("\(reasons)")
            return
        }
    }

    @Test func `one entry dated now is no busy loop`() throws {
        widget.set([(0, "a")], .atEnd)
        #expect(run(widget.engine(), for: 601).count == 11)
        #expect(widget.calls == 11)
    }

    @Test func `a provider that fails is asked again, and the entry says why`() throws {
        widget.set([(0, "a")], .after(start + 100))
        let widget = widget
        let clock = clock
        let start = start
        widget.set { completion in
            guard clock.now < start + 100 || clock.now > start + 200 else { return }
            completion(Timeline(entries: [MarkedEntry(date: clock.now, mark: "a")], policy: .after(clock.now + 100)))
        }
        #expect(run(widget.engine(), for: 300) == ["0 a fresh", "100 a stale", "160 a stale", "280 a fresh"])
    }

    @Test func `a run that begins asks at once, whatever the schedule says`() throws {
        widget.set([(0, "a")], .after(start + 1000))
        _ = try widget.engine().refresh()
        clock.advance(by: 10)
        #expect(run(widget.engine(), for: 20) == ["10 a fresh"])
    }

    @Test func `while another process asks, it waits its turn`() throws {
        let engine = widget.engine()
        let publisher = Publisher(stateDirectory: widget.scratch("state"))
        let lock = try publisher.lock(kind: "marks", instance: "default")
        #expect(run(engine, for: 5) == [])
        #expect(widget.calls == 0)
        extendLifetime(lock)
    }
}
