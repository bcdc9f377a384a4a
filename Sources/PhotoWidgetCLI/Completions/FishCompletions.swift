/// The completions of fish.
enum FishCompletions {
    /// A file for `~/.config/fish/completions`.
    ///
    /// - Source: fish's documentation, `complete`.
    static var text: String {
        var lines = [
            "# fish completion for photowidget; made by: photowidget completions fish",
            "function __photowidget_command",
            "    set -l words (commandline -opc)",
            "    test (count $words) -ge 2; and test $words[2] = $argv[1]",
            "end",
            "complete -c photowidget -f",
            "complete -c photowidget -n __fish_use_subcommand -l help -d 'show help'",
            "complete -c photowidget -n __fish_use_subcommand -l version -d 'show the versions'",
        ]
        for command in CommandList.all.map({ $0.specification }) {
            lines.append(
                "complete -c photowidget -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))")
            let condition = "complete -c photowidget -n '__photowidget_command \(command.name)'"
            switch command.completion {
            case .words(let words): lines.append("\(condition) -a \(quoted(words.joined(separator: " ")))")
            case .file: lines.append("\(condition) -F")
            case .folder, .unknown: break
            }
            for option in command.allOptions {
                let short = option.short.map { " -s \($0)" } ?? ""
                let value = option.completion.map { " \(action($0))" } ?? ""
                lines.append("\(condition)\(short) -l \(option.name)\(value) -d \(quoted(option.summary))")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func action(_ completion: CompletionValue) -> String {
        switch completion {
        case .words(let words): "-x -a \(quoted(words.joined(separator: " ")))"
        case .file: "-r -F"
        case .folder: "-x -a '(__fish_complete_directories)'"
        case .unknown: "-x"
        }
    }

    private static func quoted(_ text: String) -> String { CompletionShell.fish.quoted(text) }
}
