internal import FoundationEssentials
internal import Glibc
internal import PhotoWidget

/// Draws a widget: the entry of now, at a family's size or any other, for a phone, a page or e-paper.
struct RenderCommand: Command {
    static let specification = CommandSpecification(
        name: "render", summary: "draw a widget to a picture",
        discussion: """
            The widget is asked for its timeline, and the entry of now is drawn; nothing is published. The format
            follows OUT's ending: .png, .bmp, .pam or .jpg. With --depth or --palette the picture is dithered to what a
            display of e-paper has: --size 800x480 --depth 1 -o screen.bmp is what TRMNL shows.
            OUT is replaced whole, or left as it was; one that photowidget did not write only with --force.
            --lint tells what would look wrong: text cut off, characters without a glyph, content without room.
            """,
        options: [
            OptionGroup(
                title: "Drawing options",
                options: [
                    .widget, .instance, .family, .widgetSize, .scale, .colorScheme, .depth, .palette, .assets, .font,
                    .roundedFont, .lineHeight, .lint, .terminal, .output, .force, .pictureFormat,
                ]),
            .feed, OptionGroup(title: "Picture options", options: [.variant]), .limits, .network,
        ])

    static let runsWidgets = true

    let arguments: Arguments
    private let palette: Palette?
    private let scale: Double
    private let size: DisplaySize?

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        palette = try arguments.palette()
        scale = try arguments.drawnScale()
        size = try arguments.drawnSize()?.size
    }

    func run(in shell: Shell) throws -> ExitStatus {
        let output = try Output(arguments, isTerminal: shell.out.isTerminal)
        // Nothing is asked for and drawn that could not be written.
        try output.file?.check()
        let session = try Session(arguments, in: shell)
        let configuration = try session.configuration()
        let instance = try session.instance(in: configuration)
        let engine = try session.engine(
            for: instance, in: configuration, drawn: size ?? family(of: instance, in: session), scale: scale)
        session.progress.show("drawing …")
        defer { session.progress.clear() }
        let rendering = try engine.render(
            with: session.renderer(), scale: scale, scheme: arguments.drawnScheme)
        let bitmap = rendering.picture.bitmap
        try output.write(bitmap, palette: palette, to: shell.out)
        session.progress.clear()
        if arguments.has(.terminal),
            try !session.showInTerminal(palette.map { bitmap.dithered(to: $0).bitmap } ?? bitmap)
        {
            try shell.err.print("photowidget: this terminal shows no pictures, or libchafa0 is not installed")
        }
        try report(rendering, output, in: shell)
        engine.finish()
        return .done
    }

    private func family(of instance: WidgetInstance, in session: Session) throws -> DisplaySize? {
        let family = try instance.family ?? session.widget(instance.id.kind).supportedFamilies.first
        return family.flatMap { FamilySizes.standard[$0] }
    }

    private func report(_ rendering: WidgetEngine.Rendering, _ output: Output, in shell: Shell) throws {
        let picture = rendering.picture
        if arguments.has(.json) {
            try shell.out.print(rendering.json(path: output.path).pretty)
        } else if arguments.has(.lint) {
            let target = output.isStandardOutput ? shell.err : shell.out
            for finding in picture.findings {
                try target.print("\(finding.rule): \(VisibleText.line(finding.description))")
            }
        }
    }

    /// Where the picture goes.
    private struct Output {
        /// The file's path as typed; `nil` where there is no file.
        let path: String?
        /// Whether the picture goes to standard output.
        let isStandardOutput: Bool
        private let format: PictureFormat
        private let isForced: Bool

        init(_ arguments: Arguments, isTerminal: Bool) throws(UsageError) {
            isForced = arguments.has(.force)
            let output = arguments.string(.output)
            let format = arguments.string(.pictureFormat).flatMap { PictureFormat(rawValue: $0) }
            path = output == "-" ? nil : output
            let saysSomethingElse = [.json, .lint, .terminal].contains { arguments.has($0) }
            if output == nil, !saysSomethingElse, isTerminal {
                throw .missingValue(option: "--output", expected: "a file; - writes to the terminal")
            }
            isStandardOutput = output == "-" || (output == nil && !saysSomethingElse)
            if isStandardOutput, arguments.has(.json) { throw .conflict("--output -", Option.json.spelled) }
            if arguments.has(.terminal), !isTerminal {
                throw .badValue(
                    option: Option.terminal.spelled, value: "", expected: "possible: standard output is no terminal")
            }
            guard let format = format ?? path.map({ PictureFormat(path: $0) }) ?? .png else {
                throw .badValue(
                    option: Option.output.spelled, value: path ?? "",
                    expected: "a name that ends in .png, .bmp, .pam or .jpg (or give --format)")
            }
            self.format = format
        }

        /// The file, where there is one.
        var file: OutputFile? { path.map { OutputFile(path: $0, isForced: isForced) } }

        func write(_ bitmap: Bitmap, palette: Palette?, to standardOutput: any TextOutput) throws {
            guard path != nil || isStandardOutput else { return }
            let bytes: [UInt8]
            do {
                bytes = try format.encode(bitmap, palette: palette)
            } catch {
                throw UsageError.badValue(
                    option: Option.pictureFormat.spelled, value: format.rawValue,
                    expected: "able to hold \(bitmap.size) pixels (\(error))")
            }
            if let file {
                try file.write(bytes)
            } else {
                try standardOutput.write(bytes)
            }
        }
    }
}
