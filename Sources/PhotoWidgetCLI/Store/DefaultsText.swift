internal import FoundationEssentials
internal import PhotoWidget

/// Values of the shared store, as people and programs read them.
enum DefaultsText {
    /// A value as `read` prints it: text as it is, data as base64, a date in ISO 8601.
    static func plain(_ value: DefaultsValue) -> String {
        switch value {
        case .string(let text), .json(let text): text
        case .int(let number): String(number)
        case .double(let number): String(number)
        case .bool(let value): value ? "true" : "false"
        case .data(let bytes): Data(bytes).base64EncodedString()
        case .date(let date): self.date(date)
        }
    }

    /// An entry as one line of JSON; a JSON value stands in it as it is, a broken one as a string.
    static func json(_ entry: DefaultsEntry, of group: GroupName, before others: [(String, JSONText)] = []) -> String {
        let members =
            others + [
                ("group", .string(group.text)), ("key", .string(entry.key)),
                ("type", .string(entry.value.type.rawValue)),
                ("date", .string(date(entry.date))),
            ]
        let head = JSONText.object(members.map { (key: $0.0, value: $0.1) }).compact.dropLast()
        return "\(head),\"value\":\(json(entry.value))}"
    }

    private static func json(_ value: DefaultsValue) -> String {
        switch value {
        case .int(let number): JSONText.integer(number).compact
        case .double(let number): JSONText.number(number).compact
        case .bool(let value): JSONText.bool(value).compact
        case .json(let text) where JSONSyntax.fault(in: text) == nil: onOneLine(text)
        case .string, .data, .date, .json: JSONText.string(plain(value)).compact
        }
    }

    /// JSON without its line breaks, none of which stands in a string.
    private static func onOneLine(_ json: String) -> String {
        let line = json.utf8.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: JSONText.harmless(line), as: UTF8.self)
    }

    /// A date, with milliseconds where it has a fraction.
    static func date(_ date: Date) -> String {
        let isWhole = date.timeIntervalSince1970 == date.timeIntervalSince1970.rounded()
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
    }
}
