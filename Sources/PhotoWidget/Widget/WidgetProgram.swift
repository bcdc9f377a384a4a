internal import Dispatch
package import FoundationEssentials
internal import Glibc
internal import Raster
internal import SharedDefaults
internal import Storage
internal import WebServer
internal import WidgetTimeline
internal import WidgetUI

/// A program that is made of widgets: what `main()` of a `Widget` or a `WidgetBundle` runs.
///
///     PROGRAM list
///     PROGRAM render   [--widget KIND] [--family FAMILY | --size WxH] [--scale N] [--scheme light|dark] [--assets DIR] -o OUT
///     PROGRAM timeline [--widget KIND] [--family FAMILY]
///     PROGRAM simulate [--widget KIND] [--family FAMILY] [--for 24h]
///     PROGRAM serve    [--listen 127.0.0.1] [--port 8787] [--state-dir DIR] [--assets DIR]
///
/// The first four print JSON, as the commands of photowidget of the same names do with `--json`. `serve` runs the widgets
/// until SIGTERM or SIGINT and publishes them below DIR, as `photowidget run` does; its first line says where their page is.
package struct WidgetProgram {
    let widgets: [WidgetDescription]
    let environment: [String: String]
    let now: @Sendable () -> Date

    /// Makes the program of its widgets.
    package init(
        _ widgets: [WidgetDescription], environment: [String: String] = [:],
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.widgets = widgets
        self.environment = environment
        self.now = now
    }

    /// Runs the program with its own command line, and ends it.
    static func main(_ widgets: [WidgetDescription]) -> Never {
        // The main thread is the widgets': it serves the main queue while another does the work.
        DispatchQueue(label: "program").async {
            let program = WidgetProgram(widgets, environment: ProcessWords.environment)
            let (status, complaint) = program.run(ProcessWords.arguments) { text in
                Self.print(text, to: STDOUT_FILENO)
            }
            if let complaint { Self.print(complaint, to: STDERR_FILENO) }
            exit(status)
        }
        dispatchMain()
    }

    static func print(_ text: String, to descriptor: Int32) {
        let line = Array((VisibleText.lines(text) + "\n").utf8)
        _ = unsafe Glibc.write(descriptor, line, line.count)
    }

    /// Runs the program with the words of its command line; from a thread that is not the main one, which serves its
    /// queue.
    ///
    /// - Parameters:
    ///   - words: The command and its options.
    ///   - interruption: Makes what ends `serve`; by default the signals do.
    ///   - print: Takes what is printed, without the last line break.
    /// - Returns: 0, or another of sysexits' numbers and one line that says why.
    package func run(
        _ words: [String], interruption: () -> Interruption = { Interruption() }, print: (String) -> Void
    ) -> (status: Int32, complaint: String?) {
        do {
            for kind in widgets.map(\.kind) where !FileName.isValid(kind) { throw WidgetProgramError.badKind(kind) }
            if words.first == "serve" {
                try serve(words.dropFirst(), until: interruption, print)
            } else {
                print(try answer(words).pretty)
            }
            return (EX_OK, nil)
        } catch {
            let status = Self.status(of: error)
            return (status, status == EX_SOFTWARE ? "this should not happen: \(error)" : "\(error)")
        }
    }

    private static func status(of error: any Error) -> Int32 {
        switch error {
        case WidgetProgramError.badKind: EX_CONFIG
        case is WidgetProgramError: EX_USAGE
        case let error as WidgetError: error.status
        case StorageError.noHome: EX_CONFIG
        case is StorageError, is DefaultsError: EX_CANTCREAT
        case let error as OutputFileError:
            if case .system(let cause) = error.reason, cause.isPermission { EX_NOPERM } else { EX_CANTCREAT }
        case let error as HTTPServerError: error.status
        default: EX_SOFTWARE
        }
    }

    private func answer(_ words: [String]) throws -> JSONText {
        switch words.first {
        case "list", "--list":
            _ = try WidgetProgramOptions(words.dropFirst(), known: [])
            return .array(widgets.map(\.json))
        case "render":
            return try render(
                WidgetProgramOptions(
                    words.dropFirst(),
                    known: ["widget", "family", "size", "scale", "scheme", "assets", "output"], flags: ["force"]))
        case "timeline":
            let engine = try engine(WidgetProgramOptions(words.dropFirst(), known: ["widget", "family"]))
            return try engine.timeline().json(of: engine.id)
        case "simulate":
            return try simulate(WidgetProgramOptions(words.dropFirst(), known: ["widget", "family", "for"]))
        default: throw WidgetProgramError.noCommand(words.first)
        }
    }

    private func render(_ options: WidgetProgramOptions) throws -> JSONText {
        guard let path = options["output"] else { throw WidgetProgramError.badValue("-o", "", "a file") }
        let output = OutputFile(path: path, isForced: options.has("force"))
        try output.check()
        var engine = try engine(options)
        engine.displaySize = try options.value("size", "WxH in points") { text in
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) ?? 0 }
            guard sides.count == 2, sides.allSatisfy({ (1...16_384).contains($0) }) else { return nil }
            return DisplaySize(width: sides[0], height: sides[1])
        }
        let scale = try options.value("scale", "a number from 0.25 to 8") { text in
            Double(text).flatMap { (0.25...8).contains($0) ? $0 : nil }
        }
        let scheme = try options.value("scheme", "light or dark", ColorScheme.init)
        let renderer = WidgetRenderer(assets: options["assets"].map(AssetFolder.init))
        let rendering = try engine.render(
            with: renderer, scale: scale ?? (options["size"] == nil ? 2 : 1), scheme: scheme ?? .light)
        try output.write(PNGEncoder.encode(rendering.picture.bitmap, text: OutputMark.text))
        return rendering.json(path: path)
    }

    private func simulate(_ options: WidgetProgramOptions) throws -> JSONText {
        let span = try options.value("for", "a time as 24h", DurationText.seconds(of:)) ?? 86_400
        let engine = try engine(options)
        let report = engine.simulate(
            Simulation(clock: VirtualClock(now()), span: span, rules: ReloadRules(budget: .widgetKit)))
        return .object([
            ("kind", .string(engine.id.kind)), ("start", JSONText(report.start)), ("end", JSONText(report.end)),
            ("asked", .integer(report.asked)), ("granted", .integer(report.calls)),
            ("refused", .integer(max(report.asked - report.calls, 0))), ("switches", .integer(report.switches)),
            ("failures", .integer(report.failures)),
        ])
    }

    private func engine(_ options: WidgetProgramOptions) throws -> WidgetEngine {
        let kinds = widgets.map(\.kind)
        let kind = options["widget"] ?? kinds.first ?? ""
        guard let widget = widgets.first(where: { $0.kind == kind }) else {
            throw WidgetError.unknownKind(kind, known: kinds)
        }
        var instance = WidgetInstance(WidgetID(kind: kind))
        instance.family = try options.value(
            "family", "one of \(WidgetFamily.allCases.map(\.rawValue).joined(separator: ", "))",
            WidgetFamily.init(rawValue:))
        if let family = instance.family, !widget.supportedFamilies.contains(family) {
            throw WidgetError.unsupportedFamily(family, kind: kind, supported: widget.supportedFamilies)
        }
        // Nothing is published, so nothing is written there.
        return WidgetEngine(widget, instance: instance, stateDirectory: "/", now: now)
    }
}

extension WidgetError {
    /// The exit status.
    fileprivate var status: Int32 {
        switch self {
        case .unknownKind, .unsupportedFamily, .render(.badSize, _, _): EX_USAGE
        case .alreadyRunning: EX_TEMPFAIL
        case .publish: EX_CANTCREAT
        default: EX_UNAVAILABLE
        }
    }
}

extension WidgetDescription {
    /// What people want to know of a widget before they use it.
    fileprivate var json: JSONText {
        .object([
            ("kind", .string(kind)), ("displayName", .string(displayName)), ("description", .string(description)),
            ("supportedFamilies", .array(supportedFamilies.map { .string($0.rawValue) })),
        ])
    }
}
