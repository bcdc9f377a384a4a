/// A shell that completes command lines.
enum CompletionShell: String, CaseIterable {
    case bash, zsh, fish

    /// What the shell has to read.
    var script: String {
        switch self {
        case .bash: BashCompletions.text
        case .zsh: ZshCompletions.text
        case .fish: FishCompletions.text
        }
    }

    /// A text as one word of any of these shells' single-quoted strings.
    ///
    /// fish takes `\` for an escape even there; the other two do not, and their texts have none.
    func quoted(_ text: String) -> String {
        switch self {
        case .bash, .zsh: ShellSink.quoted(text)
        case .fish: "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
        }
    }
}

/// What stands behind an option, or in an operand's place.
enum CompletionValue: Equatable {
    /// Some words.
    case words([String])
    /// A file.
    case file
    /// A folder.
    case folder
    /// Nothing that could be known.
    case unknown
}

extension Option {
    /// What completes its value; `nil` for a switch.
    var completion: CompletionValue? {
        guard let value else { return nil }
        let words = choices + suggestions
        if !words.isEmpty { return .words(words) }
        return switch value {
        case "DIR": .folder
        case "FILE", "URL|FILE", "OUT": .file
        default: .unknown
        }
    }
}

extension CommandSpecification {
    /// What completes its first operand.
    var completion: CompletionValue {
        switch operands {
        case "[COMMAND]": return .words(CommandList.all.map { $0.specification.name })
        case "SRC…": return .file
        default:
            // As `open URL | list`: the first word of each form.
            let words = operands.split(separator: "|").compactMap { $0.split(separator: " ").first.map(String.init) }
            let areNames = words.count > 1 && words.joined().allSatisfy { $0.isASCII && $0.isLowercase }
            return areNames ? .words(words) : .unknown
        }
    }
}
