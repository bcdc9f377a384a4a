internal import FoundationEssentials
internal import PhotoWidget

/// The timeline of a widget: entries and reload policy, as a table or JSON.
struct TimelineCommand: Command {
    static let specification = CommandSpecification(
        name: "timeline", summary: "show a widget's timeline: its entries and when it wants to be asked again",
        discussion: """
            Every entry of the photo widget has a photo of its own while they last, and names files in the cache that
            are there and whole when the timeline is printed. Nothing is published.
            """,
        options: [
            .feed, .picture,
            OptionGroup(title: "Widget options", options: [.widget, .instance, .family, .every, .entries]),
            .limits, .network,
        ])

    static let runsWidgets = true

    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run(in shell: Shell) throws -> ExitStatus {
        let session = try Session(arguments, in: shell)
        let configuration = try session.configuration()
        let instance = try session.instance(in: configuration)
        let engine = try session.engine(for: instance, in: configuration)
        let limit = try arguments.count(.entries, in: 1...500)
        session.progress.show("asking for the timeline …")
        defer { session.progress.clear() }
        let timeline = try engine.timeline(limit: limit)
        session.progress.clear()
        if arguments.has(.json) {
            try shell.out.print(timeline.json(of: instance.id).pretty)
        } else {
            try print(timeline, in: shell)
        }
        for note in timeline.notes where !arguments.has(.quiet) {
            try shell.err.print("photowidget: warning: \(VisibleText.line("\(note)"))")
        }
        engine.finish()
        return .done
    }

    private func print(_ timeline: WidgetEngine.Preview, in shell: Shell) throws {
        let isPhoto = timeline.entries.contains { $0.photo != nil }
        var table = Table(isPhoto ? ["date", "status", "title", "picture"] : ["date", "status", "content"])
        for entry in timeline.entries {
            let text = isPhoto ? entry.photo?.displayTitle : entry.content?.compact
            table.append(
                [
                    entry.date.formatted(.iso8601), entry.status.rawValue,
                    VisibleText.line(text ?? "", limit: isPhoto ? 40 : 80),
                ] + (isPhoto ? [entry.image?.png ?? ""] : []))
        }
        for line in table.lines { try shell.out.print(line) }
        try shell.out.print("reload: \(Self.words(for: timeline.policy))")
    }

    private static func words(for policy: TimelineReloadPolicy) -> String {
        switch policy {
        case .atEnd: "at the end"
        case .after(let date): "after \(date.formatted(.iso8601))"
        case .never: "never"
        }
    }
}
