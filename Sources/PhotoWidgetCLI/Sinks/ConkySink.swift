/// conky's `exec`, `execi` and `texeci`, and even `execpi`, which takes what it reads for conky's own code.
///
/// - Source: conky's documentation, "Objects" (execp parses its output), "Configuration" (`#` begins a comment).
enum ConkySink: Sink {
    static let name = "conky"

    static func text(of entry: SinkEntry) -> String { escaped(entry.caption) + "\n" }

    /// A line without the characters that conky, or a shell behind it, gives a meaning to.
    static func escaped(_ line: String) -> String {
        String(String.UnicodeScalarView(line.unicodeScalars.filter { !active.contains($0) }))
    }

    private static let active: Set<Unicode.Scalar> = ["$", "{", "}", "#", "\\", "`"]
}
