/// A value of a configuration file, and the line on which it begins.
struct ConfigurationNode: Equatable {
    /// A member of an object, and the line of its key.
    struct Member: Equatable {
        var key: String
        var line: Int
        var node: ConfigurationNode
    }

    /// What the value is.
    enum Value: Equatable {
        case null
        case bool(Bool)
        case integer(Int)
        case number(Double)
        case string(String)
        case array([ConfigurationNode])
        case object([Member])
    }

    var value: Value
    /// From 1.
    var line: Int

    /// What it is, for a message.
    var kind: String {
        switch value {
        case .null: "null"
        case .bool: "a truth value"
        case .integer: "a whole number"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The value without its lines.
    var json: JSONText {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .array(let nodes): .array(nodes.map(\.json))
        case .object(let members): .object(members.map { ($0.key, $0.node.json) })
        }
    }
}
