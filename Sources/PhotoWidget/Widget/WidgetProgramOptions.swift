/// The options of a program that is made of widgets: `--name value`, `--name=value`, `-o OUT`.
struct WidgetProgramOptions {
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// Takes words apart.
    ///
    /// - Throws: `WidgetProgramError` where a word is no option of these names, or its value is missing.
    init(_ words: ArraySlice<String>, known: [String], flags: [String] = []) throws(WidgetProgramError) {
        var rest = words
        while let word = rest.popFirst() {
            // Every answer is JSON.
            if word == "--json" { continue }
            if word.hasPrefix("--"), flags.contains(String(word.dropFirst(2))) {
                self.flags.insert(String(word.dropFirst(2)))
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0] == "-o" ? "output" : String(parts[0].dropFirst(2))
            guard word == "-o" || word.hasPrefix("--"), known.contains(name) else { throw .unknownOption(word) }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                throw .badValue(word, "", "followed by a value")
            }
            values[name] = value
        }
    }

    /// Whether an option that takes no value is there.
    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option.
    subscript(name: String) -> String? { values[name] }

    /// The value of an option, read.
    func value<Value>(
        _ name: String, _ expected: String, _ read: (String) -> Value?
    ) throws(WidgetProgramError) -> Value? {
        guard let text = values[name] else { return nil }
        guard let value = read(text) else { throw .badValue("--\(name)", text, expected) }
        return value
    }
}

/// What is wrong with the command line of a program that is made of widgets.
enum WidgetProgramError: Error, Equatable {
    /// No command, or one that is not known.
    case noCommand(String?)
    /// No such option.
    case unknownOption(String)
    /// A widget's kind cannot be the name of the directory in which it is published.
    case badKind(String)
    /// A value is not what was expected.
    case badValue(String, String, String)
}

extension WidgetProgramError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noCommand(let word):
            "\(word.map { "\($0): no such command; " } ?? "")usage: PROGRAM list | render … -o OUT [--force] | timeline | simulate | serve"
        case .unknownOption(let word): "unknown option \(word)"
        case .badKind(let kind):
            "\(JSONText.string(kind).compact) is no kind of a widget: expected \(FileName.expected)"
        case .badValue(let option, let value, let expected): "\(option): \"\(value)\" is not \(expected)"
        }
    }
}
