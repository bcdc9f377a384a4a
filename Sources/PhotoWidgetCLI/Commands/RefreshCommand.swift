internal import PhotoWidget

/// The main job: feed → first photo → cache → thumbnail → entry, published and printed.
struct RefreshCommand: Command {
    static let specification = CommandSpecification(
        name: "refresh", summary: "get the feed's photo, make its thumbnail, publish it and print the entry",
        discussion: """
            Made for cron: when the network or the feed fails, the last good picture stays, and the entry says why.
            The picture is published below the state directory, in published/photo/INSTANCE/current.
            """,
        options: [.feed, .picture, .widget, .limits, .network])

    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run(in shell: Shell) throws -> ExitStatus {
        let session = try Session(arguments, in: shell)
        let engine = try session.engine(now: session.now)
        session.progress.show("refreshing …")
        defer { session.progress.clear() }
        let entry = try engine.refresh()
        session.progress.clear()
        if !arguments.has(.quiet) {
            try shell.out.print(arguments.has(.json) ? entry.json.pretty : EntryText.lines(of: entry))
        }
        engine.finish()
        guard entry.status == .stale else { return .done }
        let isStrict = arguments.has(.strict)
        if isStrict || !arguments.has(.quiet) {
            try shell.err.print("photowidget: the last good picture serves: \(VisibleText.line(entry.reason ?? ""))")
        }
        return isStrict ? .tryLater : .done
    }
}
