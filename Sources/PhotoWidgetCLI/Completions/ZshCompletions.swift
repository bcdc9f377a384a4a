/// The completions of zsh.
enum ZshCompletions {
    /// A file for a folder of `$fpath`, to be called `_photowidget`.
    ///
    /// - Source: zshcompsys(1), `_arguments` and `_describe`.
    static var text: String {
        let commands = CommandList.all.map { $0.specification }
        var lines = [
            "#compdef photowidget",
            "# zsh completion for photowidget; made by: photowidget completions zsh",
            "_photowidget() {",
            "    local -a commands",
            "    commands=(",
        ]
        lines += commands.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        lines += [
            "        '--help:show help'",
            "        '--version:show the versions of the program and its libraries'",
            "    )",
            "    if ((CURRENT == 2)); then",
            "        _describe -t commands command commands",
            "        return",
            "    fi",
            "    local command=$words[2]",
            "    shift words",
            "    ((CURRENT--))",
            "    case $command in",
        ]
        for command in commands {
            let words = command.allOptions.flatMap(specifications(of:)) + operands(of: command)
            lines += ["        \(command.name))", "            _arguments -s -S \\"]
            lines.append(words.map { "                \(quoted($0))" }.joined(separator: " \\\n"))
            lines.append("            ;;")
        }
        lines += ["    esac", "}", "_photowidget \"$@\""]
        return lines.joined(separator: "\n")
    }

    private static func operands(of command: CommandSpecification) -> [String] {
        guard !command.operands.isEmpty else { return [] }
        // A lone space as action would keep options from being completed.
        let action = command.completion == .unknown ? "( )" : action(command.completion)
        return ["*:operand:\(action)"]
    }

    private static func specifications(of option: Option) -> [String] {
        let description = "[\(option.summary.reduce(into: "") { $0 += "[]\\".contains($1) ? "\\\($1)" : "\($1)" })]"
        let long = "*\(option.spelled)"
        guard let completion = option.completion else {
            return ["\(long)\(description)"] + (option.short.map { ["*-\($0)\(description)"] } ?? [])
        }
        let value = ":\((option.value ?? "").replacing(":", with: "\\:")):\(action(completion))"
        return ["\(long)=\(description)\(value)"] + (option.short.map { ["*-\($0)+\(description)\(value)"] } ?? [])
    }

    private static func action(_ completion: CompletionValue) -> String {
        switch completion {
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .file: "_files"
        case .folder: "_files -/"
        case .unknown: " "
        }
    }

    private static func quoted(_ text: String) -> String { CompletionShell.zsh.quoted(text) }
}
