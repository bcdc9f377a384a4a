internal import FoundationEssentials
package import WidgetTimeline

/// What is kept on disk of one instance's schedule.
package struct ScheduleRecord: Codable, Equatable, Sendable {
    /// The name of the schema.
    static let schema = "photowidget.schedule/1"

    /// The schema that the file follows.
    var schema = ScheduleRecord.schema
    /// What the scheduler remembers.
    package internal(set) var state = SchedulerState()
    /// The names of the published sets of the last good timeline, one for each of its entries, in order.
    package internal(set) var sets: [String] = []

    /// Nothing remembered.
    package init() {}

    /// Reads a file; `nil` if it is damaged, or somebody else's.
    static func reading(_ bytes: [UInt8]) -> ScheduleRecord? {
        // Why it cannot be read is of no use: it is set aside and begun anew.
        guard let record = try? JSONDecoder().decode(ScheduleRecord.self, from: Data(bytes)),
            record.schema == schema, record.sets.allSatisfy(FileName.isValid)
        else { return nil }
        return record
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        // It holds nothing that JSON cannot say: a date that is none is refused by the scheduler.
        guard let data = try? encoder.encode(self) else { return [] }
        return Array(data) + [UInt8(ascii: "\n")]
    }
}
