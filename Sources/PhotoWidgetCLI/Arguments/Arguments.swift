internal import PhotoWidget

/// A command line taken apart by a command's table of options.
struct Arguments {
    /// The command's name, for messages.
    let command: String
    /// What stands beside the options.
    private(set) var operands: [String] = []
    private var values: [Option: [String]] = [:]

    /// Takes words apart: `--name value`, `--name=value`, `-n value`, `-nvalue`, `-ab` for switches, `--` ends options.
    init(_ words: [String], for specification: CommandSpecification) throws(UsageError) {
        command = specification.name
        let options = specification.allOptions
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            } else if word.hasPrefix("--") {
                try takeLong(word, from: options, rest: &rest)
            } else if word.hasPrefix("-"), word != "-", !Self.isNumber(word) {
                try takeShort(word, from: options, rest: &rest)
            } else {
                operands.append(word)
            }
        }
        if !specification.operandsArePaths, let operand = operands.first(where: Path.carriesBytes) {
            throw .badValue(option: command, value: operand, expected: Self.text)
        }
        guard has(.help) || has(.version) || specification.operandCount.contains(operands.count) else {
            throw .operands(command: command, expected: specification.operands, found: operands)
        }
    }

    private static let text = "text in UTF-8"

    /// Whether a word is a negative number; no option is called by a digit.
    private static func isNumber(_ word: String) -> Bool {
        word.dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false
    }

    private mutating func takeLong(
        _ word: String, from options: [Option], rest: inout ArraySlice<String>
    ) throws(UsageError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let option = options.first(where: { $0.name == name }) else {
            let nearest = Nearest.word(to: name, among: options.map(\.name)).map { "--\($0)" }
            throw .unknownOption("--\(name)", command: command, nearest: nearest)
        }
        let attached = parts.count == 2 ? String(parts[1]) : nil
        try take(option, attached: attached, rest: &rest)
    }

    private mutating func takeShort(
        _ word: String, from options: [Option], rest: inout ArraySlice<String>
    ) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.short == letter }) else {
                throw .unknownOption("-\(letter)", command: command, nearest: nil)
            }
            if option.value != nil {
                try take(option, attached: letters.isEmpty ? nil : String(letters), rest: &rest)
                return
            }
            values[option, default: []].append("")
        }
    }

    private mutating func take(
        _ option: Option, attached: String?, rest: inout ArraySlice<String>
    ) throws(UsageError) {
        guard let expected = option.value else {
            if let attached { throw .unexpectedValue(option: option.spelled, value: attached) }
            values[option, default: []].append("")
            return
        }
        guard let value = attached ?? rest.popFirst() else {
            throw .missingValue(option: option.spelled, expected: expected)
        }
        guard option.mayNamePath || !Path.carriesBytes(value) else {
            throw .badValue(option: option.spelled, value: value, expected: Self.text)
        }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            throw .badValue(
                option: option.spelled, value: value, expected: "one of \(option.choices.joined(separator: ", "))")
        }
        guard !option.narrows || !value.isVoidList else {
            throw .badValue(
                option: option.spelled, value: value, expected: "a value; leave the option out for all photos")
        }
        values[option, default: []].append(value)
        if option.takesRest {
            values[option]? += rest
            rest = []
        }
    }

    /// No words at all.
    init(for command: String) { self.command = command }

    /// The command line with an instance's settings of the same names, where it says nothing itself.
    ///
    /// A feed that is a relative path begins at `folder`.
    func completed(by settings: InstanceSettings, among options: [Option], folder: String?) -> Arguments {
        var arguments = self
        for option in options where !has(option) {
            var texts = settings.strings(option.name) ?? settings.integer(option.name).map { [String($0)] } ?? []
            if [.feed, .caFile].contains(option), let folder {
                texts = texts.map { $0.contains("://") || Path.isAbsolute($0) ? $0 : "\(folder)/\($0)" }
            }
            if !texts.isEmpty { arguments.values[option] = texts }
        }
        return arguments
    }

    /// Takes an option that has no value as given.
    mutating func set(_ option: Option) { values[option] = [""] }

    /// Whether an option was given.
    func has(_ option: Option) -> Bool { values[option] != nil }

    /// The last value given.
    func string(_ option: Option) -> String? { values[option]?.last }

    /// Every value given, in order.
    func strings(_ option: Option) -> [String] { values[option] ?? [] }

    /// The last value given, read by `parse`, or a usage error that says what was expected.
    func value<Value>(
        _ option: Option, expected: String, _ parse: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let text = string(option) else { return nil }
        guard let value = parse(text) else {
            throw .badValue(option: option.spelled, value: text, expected: expected)
        }
        return value
    }
}
