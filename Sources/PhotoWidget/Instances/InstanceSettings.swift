internal import FoundationEssentials

/// What a person has set for one instance of a widget: names and values, as the configuration file has them.
///
/// A value of another type than the one asked for is as good as missing: the file is checked when it is read.
public struct InstanceSettings: Equatable, Sendable {
    /// The settings in the order of the file.
    package var members: [(key: String, value: JSONText)]

    /// No settings at all: every widget then does what it does by default.
    public init() { members = [] }

    /// Settings of names and values.
    package init(_ members: [(key: String, value: JSONText)]) { self.members = members }

    /// Whether the same names are set to the same values, in the same order.
    public static func == (left: InstanceSettings, right: InstanceSettings) -> Bool { left.json == right.json }

    /// Whether nothing is set.
    public var isEmpty: Bool { members.isEmpty }

    /// The names that are set, in the order of the file.
    public var names: [String] { members.map(\.key) }

    /// A text.
    public func string(_ name: String) -> String? {
        if case .string(let value)? = self[name] { value } else { nil }
    }

    /// A whole number.
    public func integer(_ name: String) -> Int? {
        if case .integer(let value)? = self[name] { value } else { nil }
    }

    /// A number, whole or not.
    public func number(_ name: String) -> Double? {
        switch self[name] {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// A yes or no.
    public func bool(_ name: String) -> Bool? {
        if case .bool(let value)? = self[name] { value } else { nil }
    }

    /// A list of texts; a text alone is a list of one.
    public func strings(_ name: String) -> [String]? {
        switch self[name] {
        case .string(let value): return [value]
        case .array(let values):
            let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
            return texts.count == values.count ? texts : nil
        default: return nil
        }
    }

    /// The settings as a value of a type: an intent of a widget that is written for iPhone.
    ///
    /// - Throws: what `JSONDecoder` says of a setting that is missing or of another type.
    public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.compact.utf8))
    }

    /// The settings as an object of JSON.
    package var json: JSONText { .object(members) }

    private subscript(name: String) -> JSONText? { members.last { $0.key == name }?.value }
}
