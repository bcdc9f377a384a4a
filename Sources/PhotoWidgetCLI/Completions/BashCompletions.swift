/// The completions of bash.
enum BashCompletions {
    /// A script that bash sources.
    ///
    /// - Source: bash(1), "Programmable Completion".
    static var text: String {
        let commands = CommandList.all.map { $0.specification }
        let names = commands.map(\.name) + ["--help", "--version"]
        var lines = [
            "# bash completion for photowidget; made by: photowidget completions bash",
            "_photowidget() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}",
            "    local operands='' options=''",
            "    COMPREPLY=()",
            // "--fit=co" comes as three words.
            "    if [[ $word == '=' ]]; then",
            "        word=''",
            "    elif [[ $before == '=' ]]; then",
            "        before=${COMP_WORDS[COMP_CWORD-2]}",
            "    fi",
            "    if ((COMP_CWORD == 1)); then",
            "        mapfile -t COMPREPLY < <(compgen -W \(quoted(names)) -- \"$word\")",
            "        return",
            "    fi",
            "    case $command:$before in",
        ]
        for command in commands {
            for option in command.allOptions {
                guard let completion = option.completion else { continue }
                let patterns = ([option.spelled] + (option.short.map { ["-\($0)"] } ?? [])).map {
                    "\(command.name):\($0)"
                }
                lines.append("        \(patterns.joined(separator: " | "))) \(action(completion)) ;;")
            }
        }
        lines += ["    esac", "    case $command in"]
        for command in commands {
            let options = command.allOptions.flatMap { [$0.spelled] + ($0.short.map { ["-\($0)"] } ?? []) }
            lines += ["        \(command.name))", "            options=\(quoted(options))"]
            switch command.completion {
            case .words(let words): lines.append("            operands=\(quoted(words))")
            case .file: lines.append("            [[ $word == -* ]] || { _photowidget_files -f; return; }")
            case .folder, .unknown: break
            }
            lines.append("            ;;")
        }
        lines += [
            "    esac",
            "    if [[ $word == -* ]]; then",
            "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")",
            "    else",
            "        mapfile -t COMPREPLY < <(compgen -W \"$operands\" -- \"$word\")",
            "    fi",
            "}",
            "_photowidget_files() {",
            "    mapfile -t COMPREPLY < <(compgen \"$1\" -- \"$word\")",
            "    compopt -o filenames 2> /dev/null",
            "}",
            "complete -F _photowidget photowidget",
        ]
        return lines.joined(separator: "\n")
    }

    private static func quoted(_ words: [String]) -> String {
        CompletionShell.bash.quoted(words.joined(separator: " "))
    }

    private static func action(_ completion: CompletionValue) -> String {
        switch completion {
        case .words(let words):
            "mapfile -t COMPREPLY < <(compgen -W \(quoted(words)) -- \"$word\"); return"
        case .file: "_photowidget_files -f; return"
        case .folder: "_photowidget_files -d; return"
        case .unknown: "return"
        }
    }
}
