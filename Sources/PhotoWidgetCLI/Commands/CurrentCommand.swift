internal import PhotoWidget

/// What is published now; no network, no decoding.
struct CurrentCommand: Command {
    static let specification = CommandSpecification(
        name: "current", summary: "print the path of the published picture",
        discussion: """
            With --json, the published entry. Neither the network nor a picture is touched.
            With --format, its picture and its words for a status bar, in which no title can do harm:
            waybar, waybar-custom, eww, polybar, conky, i3bar, i3blocks, shell, tsv, or a text as '{title} — {author}'.
            """,
        options: [OptionGroup(title: "Widget options", options: [.widget, .instance, .entryFormat])])

    let arguments: Arguments
    private let form: EntryForm?

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        form = try EntryForm(arguments)
    }

    func run(in shell: Shell) throws -> ExitStatus {
        let session = try Session(arguments, in: shell)
        let publication = try session.publisher(in: session.configuration())
        // A widget that this program does not know may have been published by its own.
        let kind = try arguments.name(.widget, standard: WidgetEngine.photoKind)
        let instance = try arguments.name(.instance, standard: "default")
        if let form {
            guard let set = try publication.currentSet(kind: kind, instance: instance) else {
                throw WidgetError.nothingPublished(kind: kind, instance: instance)
            }
            try shell.out.write(withPaths: form.text(of: SinkEntry(set.entry, in: set)))
        } else if arguments.has(.json) {
            guard let document = try publication.currentDocument(kind: kind, instance: instance) else {
                throw WidgetError.nothingPublished(kind: kind, instance: instance)
            }
            try shell.out.write(JSONText.harmless(document))
        } else {
            guard let path = try publication.currentPicture(kind: kind, instance: instance) else {
                throw WidgetError.nothingPublished(kind: kind, instance: instance)
            }
            try shell.out.write(withPaths: path + "\n")
        }
        return .done
    }
}
