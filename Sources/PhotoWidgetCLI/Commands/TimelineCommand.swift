internal import FoundationEssentials
internal import PhotoWidget

/// The timeline of a widget: entries and reload policy, as a table or JSON.
struct TimelineCommand: Command {
    static let specification = CommandSpecification(
        name: "timeline", summary: "show a widget's timeline: its entries and when it wants to be asked again",
        discussion: """
            Every entry has a photo of its own while they last, and names files in the cache that are there and whole
            when the timeline is printed. Nothing is published.
            """,
        options: [
            .feed, .picture, OptionGroup(title: "Widget options", options: [.widget, .instance, .every, .entries]),
            .limits, .network,
        ])

    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run(in shell: Shell) throws -> ExitStatus {
        let session = try Session(arguments, in: shell)
        let kind = try session.kind()
        let instance = try session.instance()
        let loader = try session.loader(now: session.now)
        let request = try session.photoRequest()
        let provider = PhotoProvider(
            loader: loader, request: request, every: try session.every(),
            entryCount: try arguments.count(.entries, in: 1...500) ?? 1, now: session.now)
        session.progress.show("asking for the timeline …")
        defer { session.progress.clear() }
        let timeline = try provider.timeline()
        let entries = try timeline.entries.map { entry in
            let files = try entry.loaded.map { try loader.files(of: $0, request.thumbnail) }
            return PublishedEntry(
                entry, kind: kind, instance: instance, policy: timeline.policy,
                pictures: files.map { PicturePaths(png: $0.png, rgba: $0.pam, original: $0.original) })
        }
        session.progress.clear()
        if arguments.has(.json) {
            try shell.out.print(
                JSONText.object([
                    ("kind", .string(kind)), ("instance", .string(instance)),
                    ("entries", .array(entries.map(\.json))), ("policy", JSONText(timeline.policy)),
                ]).pretty)
        } else {
            var table = Table(["date", "status", "title", "picture"])
            for entry in entries {
                table.append([
                    entry.date.formatted(.iso8601), entry.status.rawValue,
                    VisibleText.line(entry.photo?.displayTitle ?? "", limit: 40),
                    entry.image?.png ?? "",
                ])
            }
            for line in table.lines { try shell.out.print(line) }
            try shell.out.print("reload: \(Self.words(for: timeline.policy))")
        }
        loader.finish()
        return .done
    }

    private static func words(for policy: TimelineReloadPolicy) -> String {
        switch policy {
        case .atEnd: "at the end"
        case .after(let date): "after \(date.formatted(.iso8601))"
        case .never: "never"
        }
    }
}
