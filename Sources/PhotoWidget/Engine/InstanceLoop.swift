internal import FoundationEssentials
package import WidgetTimeline
package import WidgetUI

/// Runs one instance of a widget until its clock is stopped: shows each entry from its date, and asks the provider when
/// a new timeline is due or somebody wants one.
///
/// Whatever fails is told as an entry, and tried again when the schedule says.
package struct InstanceLoop: Sendable {
    /// How long to leave alone what has just failed in a way that the schedule knows nothing of, in seconds.
    private static let pause: TimeInterval = 1

    private let engine: WidgetEngine
    private let clock: any WidgetClock
    private let isStopped: @Sendable () -> Bool

    /// Makes a loop; `isStopped` is looked at after every wait, which the clock ends when it turns true.
    package init(_ engine: WidgetEngine, clock: any WidgetClock, isStopped: @escaping @Sendable () -> Bool) {
        self.engine = engine
        self.clock = clock
        self.isStopped = isStopped
    }

    /// Runs, and hands over every entry when it is published, and why one was not drawn where that is new.
    package func run(_ show: (PublishedEntry) -> Void, notDrawn: (RenderError) -> Void = { _ in }) {
        var isFirst = true
        var told: RenderError?
        while !isStopped() {
            var earliest = clock.now
            do throws(WidgetError) {
                let entries = isFirst ? [try engine.refresh()] : try engine.advance()
                isFirst = false
                // What is published is told, also if the end was asked for meanwhile.
                for entry in entries { show(entry) }
                if !entries.isEmpty, told != engine.drawing?.failure {
                    told = engine.drawing?.failure
                    if let told { notDrawn(told) }
                }
                guard !isStopped() else { return }
                if !entries.isEmpty { engine.finish() }
            } catch .alreadyRunning {
                earliest += Self.pause
            } catch {
                isFirst = false
                guard !isStopped() else { return }
                show(engine.placeholder(because: error))
                engine.finish()
                earliest += Self.pause
            }
            let next = isFirst ? earliest : wakeDate(after: earliest)
            _ = clock.wait(until: next)
        }
    }

    /// When there is something to do, not before `earliest`.
    private func wakeDate(after earliest: Date) -> Date {
        // A schedule that cannot be read is looked at again soon.
        guard let next = try? engine.next() else { return max(earliest, clock.now + engine.rules.floor) }
        return max(next.date, earliest)
    }
}
