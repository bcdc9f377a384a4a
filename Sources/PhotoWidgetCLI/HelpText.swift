/// Help, made from the table of commands and options.
enum HelpText {
    /// What the program does, and its commands.
    static var program: String {
        var lines = [
            "Usage: photowidget COMMAND [options]", "",
            "Photos and widgets for every screen: a feed, its pictures, and files that other programs show.", "",
            "Commands:",
        ]
        let width = CommandList.all.map { $0.specification.name.count }.max() ?? 0
        for command in CommandList.all {
            lines.append("  " + padded(command.specification.name, to: width) + "  " + command.specification.summary)
        }
        lines += [
            "", "photowidget COMMAND --help tells more of each.",
            "Start with: photowidget refresh --tags texas",
        ]
        return lines.joined(separator: "\n")
    }

    /// What a command does, and its options.
    static func text(of command: CommandSpecification) -> String {
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        var lines = ["Usage: photowidget \(command.name) [options]\(operands)", "", sentence(command.summary)]
        if !command.discussion.isEmpty { lines += ["", command.discussion] }
        let groups = command.options + [.common]
        let width = groups.flatMap(\.options).map { spelled($0).count }.max() ?? 0
        for group in groups {
            lines += ["", "\(group.title):"]
            for option in group.options {
                let standard = option.standard.map { " (default: \($0))" } ?? ""
                lines.append("  " + padded(spelled(option), to: width) + "  " + option.summary + standard)
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func spelled(_ option: Option) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return short + option.spelled + (option.value.map { " \($0)" } ?? "")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func sentence(_ summary: String) -> String {
        summary.prefix(1).uppercased() + summary.dropFirst() + "."
    }
}
