import FoundationEssentials
import Synchronization

@testable import PhotoWidgetCLI

/// An output that keeps what is written.
final class CapturedOutput: TextOutput {
    let isTerminal: Bool
    private let bytes = Mutex<[UInt8]>([])

    init(isTerminal: Bool = false) { self.isTerminal = isTerminal }

    /// What was written.
    var text: String { String(decoding: data, as: UTF8.self) }

    /// What was written, as bytes.
    var data: [UInt8] { bytes.withLock { $0 } }

    func write(_ new: [UInt8]) throws(OutputError) { bytes.withLock { $0 += new } }
}

/// One run of the program, with captured outputs.
struct ProgramRun {
    let status: PhotoWidgetCLI.ExitStatus
    let out: String
    let err: String
    let data: [UInt8]

    /// Runs a command line at 2026-11-30T01:38:00Z.
    init(_ words: [String], environment: [String: String] = ["HOME": "/nowhere"], isTerminal: Bool = false) {
        let out = CapturedOutput(isTerminal: isTerminal)
        let err = CapturedOutput(isTerminal: isTerminal)
        let shell = Shell(
            out: out, err: err, environment: environment, now: { Date(timeIntervalSince1970: 1_796_002_680) })
        status = Program.run(words, in: shell)
        self.out = out.text
        self.err = err.text
        data = out.data
    }
}
