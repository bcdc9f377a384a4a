public import FoundationEssentials

/// A value of the shared store.
public enum DefaultsValue: Equatable, Sendable {
    /// Text.
    case string(String)
    /// A whole number of 64 bits.
    case int(Int)
    /// A finite number.
    case double(Double)
    /// Yes or no.
    case bool(Bool)
    /// Bytes.
    case data([UInt8])
    /// A moment.
    case date(Date)
    /// A JSON text, kept as it was written.
    case json(String)

    /// What the value is.
    public var type: DefaultsType {
        switch self {
        case .string: .string
        case .int: .int
        case .double: .double
        case .bool: .bool
        case .data: .data
        case .date: .date
        case .json: .json
        }
    }
}

/// What a value of the shared store can be.
public enum DefaultsType: String, CaseIterable, Sendable {
    case string, int, double, bool, data, date, json
}

/// A key of a group with its value.
public struct DefaultsEntry: Equatable, Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: DefaultsValue
    /// When it was written.
    public var date: Date

    /// The value, which must be of a type.
    ///
    /// JSON and a string are both text, and each can be read as the other: apps keep JSON in strings.
    /// - Throws: ``DefaultsError/wrongType(key:expected:found:)``; ``DefaultsError/brokenJSON(key:reason:)`` where JSON is
    ///   wanted and the text is none.
    public func value(as type: DefaultsType) throws(DefaultsError) -> DefaultsValue {
        switch (value, type) {
        case (.json(let text), .string): return .string(text)
        case (.json(let text), .json), (.string(let text), .json):
            if let fault = JSONSyntax.fault(in: text) { throw .brokenJSON(key: key, reason: fault) }
            return .json(text)
        default:
            guard value.type == type else { throw .wrongType(key: key, expected: type, found: value.type) }
            return value
        }
    }
}
