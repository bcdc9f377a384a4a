internal import Dispatch
internal import PhotoWidget
internal import Synchronization

/// Files, addresses or standard input to thumbnails.
struct ThumbnailCommand: Command {
    static let specification = CommandSpecification(
        name: "thumbnail", summary: "make thumbnails of files, addresses or standard input", operands: "SRC…",
        operandCount: 1...100_000,
        discussion: """
            SRC is a file, an http or https address, or - for standard input. Without -o the thumbnail goes to standard
            output. Several SRC need a directory as -o. An output file is replaced whole, or left as it was.
            """,
        options: [
            OptionGroup(title: "Picture options", options: [.output, .format, .size, .fit, .maxArea, .lenient, .jobs]),
            .network,
        ])

    let arguments: Arguments
    private let request: ThumbnailRequest
    private let format: ThumbnailFormat?

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        request = try arguments.thumbnailRequest()
        format = arguments.string(.format).flatMap { ThumbnailFormat(rawValue: $0) }
    }

    func run(in shell: Shell) throws -> ExitStatus {
        let sources = arguments.operands
        let outputs = try ThumbnailOutput.outputs(
            for: sources, output: arguments.string(.output), format: format, isTerminal: shell.out.isTerminal)
        let input = try ThumbnailInput(arguments, in: shell)
        if sources.count == 1 {
            try make(sources[0], outputs[0], from: input, in: shell)
            return .done
        }
        let failures = Mutex<[any Error]>([])
        let next = Atomic(0)
        let jobs = min(try arguments.count(.jobs, in: 1...256) ?? 1, sources.count)
        DispatchQueue.concurrentPerform(iterations: jobs) { _ in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < sources.count else { return }
                do {
                    try make(sources[index], outputs[index], from: input, in: shell)
                } catch {
                    failures.withLock { $0.append(error) }
                    // The line that says which picture failed must not be lost in a long batch.
                    try? shell.err.print("photowidget: \(VisibleText.line(Failure(error).message))")
                }
            }
        }
        let all = failures.withLock { $0 }
        guard let first = all.first else { return .done }
        throw InputError.some(failed: all.count, first: first)
    }

    private func make(
        _ source: String, _ output: ThumbnailOutput, from input: ThumbnailInput, in shell: Shell
    ) throws {
        let thumbnail = try input.thumbnail(of: source, request)
        for note in thumbnail.notes where !arguments.has(.quiet) {
            try shell.err.print("photowidget: \(VisibleText.line("\(source): \(note)"))")
        }
        try output.write(thumbnail.bitmap, to: shell.out)
    }
}
