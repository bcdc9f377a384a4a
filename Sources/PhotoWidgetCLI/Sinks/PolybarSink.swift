/// polybar's `custom/script`: one line, in which `%{A1:command:}` would become a button that runs the command.
///
/// - Source: polybar's wiki, "Formatting"; lemonbar's tags. There is no escape for them.
enum PolybarSink: Sink {
    static let name = "polybar"

    static func text(of entry: SinkEntry) -> String { escaped(entry.caption) + "\n" }

    /// A line without the beginning of a tag: an invisible space parts `%` from `{`.
    static func escaped(_ line: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            if scalar == "{", result.last == "%" { result.append("\u{200B}") }
            result.append(scalar)
        }
        return String(result)
    }
}
