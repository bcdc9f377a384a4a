internal import PhotoWidget

/// The man page, made from the table of commands and options.
enum ManPage {
    /// The page as roff.
    ///
    /// - Source: man(7).
    static var text: String {
        var lines = [
            ".TH PHOTOWIDGET 1 \"\" \"photowidget \(Libraries.programVersion)\" \"User Commands\"",
            ".SH NAME", "photowidget \\- photos and widgets for every screen",
            ".SH SYNOPSIS", ".B photowidget", ".I COMMAND", "[\\fIoptions\\fR]",
            ".SH DESCRIPTION",
            "Reads a photo feed, gets and checks its pictures, keeps them, and publishes thumbnails as files that other programs show.",
            ".SH COMMANDS",
        ]
        for command in CommandList.all.map({ $0.specification }) {
            lines += [".SS \(escaped(command.name)) \(escaped(command.operands))", escaped(command.summary) + "."]
            if !command.discussion.isEmpty {
                lines +=
                    [".PP", ".nf"] + command.discussion.split(separator: "\n").map { escaped(String($0)) } + [".fi"]
            }
            for option in command.options.flatMap(\.options) { lines += entry(option) }
        }
        lines += [".SH COMMON OPTIONS"]
        for option in OptionGroup.common.options { lines += entry(option) }
        lines += [".SH EXIT STATUS"]
        for (status, meaning) in ExitStatus.meanings { lines += [".TP", "\(status.rawValue)", escaped(meaning)] }
        lines += [".SH ENVIRONMENT"] + variables.flatMap { [".TP", ".B \(escaped($0.0))", escaped($0.1)] }
        lines += [".SH FILES"] + files.flatMap { [".TP", ".I \(escaped($0.0))", escaped($0.1)] }
        return lines.joined(separator: "\n")
    }

    private static let variables = [
        ("PHOTOWIDGET_CACHE_DIR, PHOTOWIDGET_STATE_DIR", "as --cache-dir and --state-dir, which come first"),
        (
            "XDG_CACHE_HOME, XDG_STATE_HOME, XDG_CONFIG_HOME",
            "absolute paths below which photowidget/ is, instead of below ~/.cache, ~/.local/state and ~/.config"
        ),
        ("PHOTOWIDGET_TOKEN", "the token of serve, where there is no --token-file"),
        ("NO_COLOR", "as --no-color, unless it is empty"),
    ]

    private static let files = [
        ("~/.cache/photowidget", "the cache; may be deleted at any time"),
        ("~/.config/photowidget/config.json5", "the configuration of widgets; photowidget config create begins one"),
        ("~/.local/state/photowidget/published/KIND/INSTANCE/current", "the published set"),
    ]

    private static func entry(_ option: Option) -> [String] {
        let short = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
        let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
        let standard = option.standard.map { " (default: \($0))" } ?? ""
        return [".TP", "\(short)\\fB\(escaped(option.spelled))\\fR\(value)", escaped(option.summary + standard)]
    }

    /// Text in which roff finds nothing to do: no escape, no hyphen that breaks, no request at the start of a line.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}
