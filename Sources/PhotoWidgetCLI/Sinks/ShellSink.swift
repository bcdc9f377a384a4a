/// A POSIX shell's `eval`: an assignment a line, `photowidget_title='…'`, each value on one line that a terminal can be shown.
///
/// - Source: POSIX.1 XCU §2.2.2, Single-Quotes.
enum ShellSink: Sink {
    static let name = "shell"

    static func text(of entry: SinkEntry) -> String {
        EntryField.allCases.map { "photowidget_\($0.rawValue)=\(quoted(entry.visible($0)))\n" }.joined()
    }

    /// One word that means itself; a variable cannot hold NUL.
    static func quoted(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars where scalar != "\0" {
            if scalar == "'" { result += "'\\''" } else { result.unicodeScalars.append(scalar) }
        }
        return result + "'"
    }
}
