import FoundationEssentials
import Synchronization

/// Tells that memory is short, from what Linux says of this program's cgroup, or of the whole machine where it has none.
///
/// Short is a second in which tasks stood still for a tenth of the time because they waited for memory, or in which the
/// cgroup ran into `memory.high` or `memory.max`.
/// - Source: Linux Documentation/accounting/psi.rst; Documentation/admin-guide/cgroup-v2.rst, "Memory".
public final class MemoryPressure: Sendable {
    /// The files that tell.
    public struct Files: Equatable, Sendable {
        /// Pressure-stall information, as of `/proc/pressure/memory`.
        public var stalls: String
        /// The cgroup's `memory.events`; `nil` outside a cgroup.
        public var events: String?

        /// Names files.
        public init(stalls: String, events: String? = nil) {
            self.stalls = stalls
            self.events = events
        }

        /// Those of this process: of its cgroup (version 2) where that counts memory, else of the machine.
        public static func ofThisProcess(
            process: String = "/proc/self/cgroup", groups: String = "/sys/fs/cgroup",
            machine: String = "/proc/pressure/memory"
        ) -> Files {
            let line = MemoryPressure.text(process)?.split(separator: "\n").first { $0.hasPrefix("0::/") }
            guard let group = line?.dropFirst("0::".count) else { return Files(stalls: machine) }
            let directory = group == "/" ? groups : "\(groups)\(group)"
            let events = "\(directory)/memory.events"
            guard MemoryPressure.text(events) != nil else { return Files(stalls: machine) }
            let stalls = "\(directory)/memory.pressure"
            return Files(stalls: MemoryPressure.text(stalls) == nil ? machine : stalls, events: events)
        }
    }

    private struct Reading {
        /// When it was taken.
        var time: Duration
        /// Microseconds in which some task waited for memory.
        var stalled: Int
        /// How often the cgroup ran into a limit.
        var events: Int
    }

    private let files: Files
    private let uptime: @Sendable () -> Duration
    private let last: Mutex<Reading>

    /// Starts watching; `uptime` is time that only runs forward.
    public init(files: Files = .ofThisProcess(), uptime: @escaping @Sendable () -> Duration) {
        self.files = files
        self.uptime = uptime
        last = Mutex(Self.reading(of: files, at: uptime()))
    }

    /// Whether memory has become short since the files were read before; they are read at most once a second.
    ///
    /// Where there are no such files the answer is `false`.
    public func hasRisen() -> Bool {
        let time = uptime()
        return last.withLock { last in
            guard time - last.time >= Self.interval else { return false }
            let before = last
            last = Self.reading(of: files, at: time)
            let share = Duration.microseconds(last.stalled - before.stalled) / (time - before.time)
            return share >= Self.stalledShare || last.events > before.events
        }
    }

    /// How long a reading holds.
    private static let interval = Duration.seconds(1)
    /// The share of the time spent waiting from which on memory is short.
    private static let stalledShare = 0.1

    private static func reading(of files: Files, at time: Duration) -> Reading {
        // "some avg10=0.00 avg60=0.00 avg300=0.00 total=0", then the same of "full".
        let some = text(files.stalls)?.split(separator: "\n").first { $0.hasPrefix("some ") }
        let total = some?.split(separator: " ").first { $0.hasPrefix("total=") }?.dropFirst("total=".count)
        // "low 0", "high 0", "max 0", "oom 0", …: a line each.
        let counts = files.events.flatMap(text)?.split(separator: "\n").compactMap { line -> Int? in
            let words = line.split(separator: " ")
            return words.count == 2 && (words[0] == "high" || words[0] == "max") ? Int(words[1]) : nil
        }
        return Reading(
            time: time, stalled: total.flatMap { Int($0) } ?? 0,
            events: (counts ?? []).reduce(0) { $0.addingReportingOverflow($1).partialValue })
    }

    // The kernel's files have no length beforehand, so they cannot be mapped.
    fileprivate static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
