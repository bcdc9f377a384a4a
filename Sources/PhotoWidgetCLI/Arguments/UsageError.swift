/// What is wrong with a command line.
enum UsageError: Error, Equatable {
    /// No such command; `nearest` is the known word closest to it.
    case unknownCommand(String, nearest: String?)
    /// No such option; `nearest` is the known option closest to it.
    case unknownOption(String, command: String, nearest: String?)
    /// An option that needs a value stands last.
    case missingValue(option: String, expected: String)
    /// A switch was given a value.
    case unexpectedValue(option: String, value: String)
    /// A value is not what was expected.
    case badValue(option: String, value: String, expected: String)
    /// Too few or too many operands.
    case operands(command: String, expected: String, found: [String])
    /// Two options that exclude each other.
    case conflict(String, String)
    /// No command at all.
    case noCommand
}

extension UsageError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownCommand(let word, let nearest):
            "\(word): no such command" + Self.suggestion(nearest)
        case .unknownOption(let word, let command, let nearest):
            "\(command): unknown option \(word)" + Self.suggestion(nearest)
        case .missingValue(let option, let expected):
            "\(option): a value is missing (expected \(expected))"
        case .unexpectedValue(let option, let value):
            "\(option): takes no value, but was given \"\(value)\""
        case .badValue(let option, let value, let expected):
            "\(option): \"\(value)\" is not \(expected)"
        case .operands(let command, let expected, let found):
            found.isEmpty
                ? "\(command): \(expected) is missing"
                : "\(command): expected \(expected.isEmpty ? "no operand" : expected), found \"\(found.joined(separator: " "))\""
        case .conflict(let one, let other):
            "\(one): cannot be combined with \(other)"
        case .noCommand:
            "no command given"
        }
    }

    private static func suggestion(_ nearest: String?) -> String {
        nearest.map { "; did you mean \($0)?" } ?? ""
    }
}
