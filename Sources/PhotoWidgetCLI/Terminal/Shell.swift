internal import FoundationEssentials
internal import PhotoWidget

/// What a command meets of the world: two outputs, the environment, the clock.
struct Shell: Sendable {
    /// Results.
    let out: any TextOutput
    /// Everything else.
    let err: any TextOutput
    /// Environment variables.
    let environment: [String: String]
    /// The real clock; a command line's `--now` replaces it.
    let now: @Sendable () -> Date
}

/// Where text goes.
protocol TextOutput: Sendable {
    /// Whether a person is looking at it.
    var isTerminal: Bool { get }
    /// Writes bytes, whole.
    func write(_ bytes: [UInt8]) throws(OutputError)
}

/// Why output could not be written.
enum OutputError: Error, Equatable {
    /// The reader has gone: nobody wants the rest.
    case closed
    /// The system's error number.
    case system(Int32)
}

extension TextOutput {
    /// Writes a line, or several; what a terminal would obey is shown as U+FFFD, whoever wrote it.
    func print(_ text: String) throws(OutputError) { try printExactly(VisibleText.lines(text)) }

    /// Writes a line as it is: a path or a value, which other programs take.
    func printExactly(_ line: String) throws(OutputError) { try write(Array((line + "\n").utf8)) }

    /// Writes text in which paths stand, their names in the bytes that the file system has.
    func write(withPaths text: String) throws(OutputError) { try write(Path.bytes(of: text)) }
}
