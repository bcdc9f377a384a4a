internal import FoundationEssentials
internal import PhotoWidget

/// The main job: feed → first photo → cache → thumbnail → entry, published and printed; or another widget's entry.
struct RefreshCommand: Command {
    static let specification = CommandSpecification(
        name: "refresh", summary: "get the feed's photo, make its thumbnail, publish it and print the entry",
        discussion: """
            Made for cron: when the network or the feed fails, the last good picture stays, and the entry says why.
            The picture is published below the state directory, in published/photo/INSTANCE/current.
            With --widget another widget is asked for its timeline, and its entry of now published.
            """,
        options: [.feed, .picture, .widget, .drawn, .published, .limits, .network])

    static let runsWidgets = true

    let arguments: Arguments
    private let form: EntryForm?
    private let signals: [BarSignal]

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        form = try EntryForm(arguments)
        signals = try BarSignal.all(of: arguments)
    }

    func run(in shell: Shell) throws -> ExitStatus {
        let session = try Session(arguments, in: shell)
        let configuration = try session.configuration()
        let instance = try session.instance(in: configuration)
        let engine = try session.engine(for: instance, in: configuration)
        let publisher = try session.publisher(in: configuration)
        let id = instance.id
        // A damaged set is no reason not to replace it, and looks like none.
        let before = signals.isEmpty ? nil : try? publisher.currentSet(kind: id.kind, instance: id.instance)
        session.progress.show("refreshing …")
        defer { session.progress.clear() }
        let entry = try engine.refresh()
        session.progress.clear()
        if !signals.isEmpty, let set = try publisher.currentSet(kind: entry.kind, instance: entry.instance),
            before.map(set.looksDifferent(from:)) ?? true
        {
            for signal in signals { signal.send() }
        }
        if let form, !arguments.has(.quiet) {
            let set = try publisher.currentSet(kind: entry.kind, instance: entry.instance)
            try shell.out.write(withPaths: form.text(of: SinkEntry(entry, in: set)))
        } else if !arguments.has(.quiet) {
            let text = arguments.has(.json) ? entry.json.pretty : EntryText.lines(of: entry)
            try shell.out.write(withPaths: text + "\n")
            try show(entry, session)
        }
        if let failure = engine.drawing?.failure {
            try shell.err.print("photowidget: warning: not drawn: \(VisibleText.line("\(failure)"))")
        }
        engine.finish()
        try session.tellOfForeignFiles(beside: [instance], in: publisher)
        let reason = VisibleText.line(entry.reason ?? "")
        switch entry.status {
        case .stale:
            let isStrict = arguments.has(.strict)
            if isStrict || !arguments.has(.quiet) {
                try shell.err.print("photowidget: the last good picture serves: \(reason)")
            }
            return isStrict ? .tryLater : .done
        case .placeholder:
            try shell.err.print("photowidget: nothing to show yet: \(reason)")
            return .unavailable
        case .fresh, .revalidated, .cached: return .done
        }
    }

    /// Shows a person the picture; scripts, and people who want plain text, get none.
    private func show(_ entry: PublishedEntry, _ session: Session) throws {
        guard session.shell.out.isTerminal, !arguments.has(.json), session.isColorful else { return }
        let publisher = try session.publisher(in: session.configuration())
        guard let path = try publisher.currentPicture(kind: entry.kind, instance: entry.instance),
            let bytes = try MappedFile.contents(ofFile: path), let bitmap = UIImage(data: Data(bytes))?.bitmap
        else { return }
        _ = try session.showInTerminal(bitmap)
    }
}
