internal import Dispatch
internal import PhotoWidget
internal import Synchronization

/// Files, addresses or standard input to thumbnails.
struct ThumbnailCommand: Command {
    static let specification = CommandSpecification(
        name: "thumbnail", summary: "make thumbnails of files, addresses or standard input", operands: "SRC…",
        operandCount: 1...100_000, operandsArePaths: true,
        discussion: """
            SRC is a file, an http or https address, or - for standard input. Without -o the thumbnail goes to standard
            output. Several SRC need a directory as -o. An output file is replaced whole, or left as it was; one that
            photowidget did not write only with --force, and a SRC never.
            With --freedesktop SRC are files, and their thumbnails go where file managers look for them: --size is then
            normal, large, x-large or xx-large. What is there and right stays; the paths are printed.
            """,
        options: [
            OptionGroup(
                title: "Picture options",
                options: [.output, .force, .format, .size, .fit, .maxArea, .lenient, .jobs, .freedesktop]),
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
        if arguments.has(.freedesktop) { return try publish(sources, in: shell) }
        let outputs = try ThumbnailOutput.outputs(
            for: sources, output: arguments.string(.output), format: format, isTerminal: shell.out.isTerminal)
        let inputs = ThumbnailOutput.identities(of: sources)
        try ThumbnailOutput.check(outputs, inputs: inputs, isForced: arguments.has(.force))
        let input = try ThumbnailInput(arguments, in: shell)
        try forEach(sources, in: shell) { index in
            try make(sources[index], outputs[index], from: input, keeping: inputs, in: shell)
        }
        return .done
    }

    /// Makes thumbnails for file managers.
    private func publish(_ sources: [String], in shell: Shell) throws -> ExitStatus {
        for option in [Option.output, .force, .format, .maxArea, .lenient] where arguments.has(option) {
            throw UsageError.conflict(Option.freedesktop.spelled, option.spelled)
        }
        guard let size = Arguments.desktopSizes(of: [request.box]).first, request.fit == .contain else {
            throw UsageError.badValue(
                option: Option.size.spelled, value: "\(request.box)", expected: "normal, large, x-large or xx-large")
        }
        if let source = sources.first(where: { $0 == "-" || ThumbnailInput.isAddress($0) }) {
            throw UsageError.badValue(option: Option.freedesktop.spelled, value: source, expected: "a file")
        }
        let thumbnails = try DesktopThumbnails(environment: shell.environment, decoder: arguments.decoder)
        try forEach(sources, in: shell) { index in
            let paths = try thumbnails.make(
                of: try Directories.absolute(sources[index]), [size], limits: request.limits)
            if !arguments.has(.quiet) {
                for path in paths { try shell.out.write(withPaths: path + "\n") }
            }
        }
        return .done
    }

    /// Calls for each source, `--jobs` at a time; one that fails does not stop the others.
    private func forEach(
        _ sources: [String], in shell: Shell, _ body: @Sendable (Int) throws -> Void
    ) throws {
        if sources.count == 1 { return try body(0) }
        let failures = Mutex<[any Error]>([])
        let next = Atomic(0)
        let jobs = min(try arguments.count(.jobs, in: 1...256) ?? 1, sources.count)
        DispatchQueue.concurrentPerform(iterations: jobs) { _ in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < sources.count else { return }
                do {
                    try body(index)
                } catch {
                    failures.withLock { $0.append(error) }
                    // The line that says which picture failed must not be lost in a long batch.
                    try? shell.err.print("photowidget: \(VisibleText.line(Failure(error).message))")
                }
            }
        }
        let all = failures.withLock { $0 }
        guard let first = all.first else { return }
        throw InputError.some(failed: all.count, first: first)
    }

    private func make(
        _ source: String, _ output: ThumbnailOutput, from input: ThumbnailInput, keeping inputs: Set<FileIdentity>,
        in shell: Shell
    ) throws {
        let thumbnail = try input.thumbnail(of: source, request)
        for note in thumbnail.notes where !arguments.has(.quiet) {
            try shell.err.print("photowidget: \(VisibleText.line(SecretText.hidden(in: "\(source): \(note)")))")
        }
        try output.write(thumbnail.bitmap, inputs: inputs, isForced: arguments.has(.force), to: shell.out)
    }
}
