/// How `--format` has an entry printed: in the form of a sink, or in a person's own.
enum EntryForm {
    case sink(any Sink.Type)
    case template(EntryTemplate)

    /// The form that a command line asks for; `nil` if it asks for none.
    init?(_ arguments: Arguments) throws(UsageError) {
        guard let text = arguments.string(.entryFormat) else { return nil }
        guard !arguments.has(.json) else { throw .conflict(Option.json.spelled, Option.entryFormat.spelled) }
        if let sink = SinkList.sink(named: text) {
            self = .sink(sink)
        } else if text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
            self = .template(try EntryTemplate(text))
        } else {
            let names = SinkList.all.map { $0.name }.joined(separator: ", ")
            throw .badValue(
                option: Option.entryFormat.spelled, value: text,
                expected: "one of \(names), or a text with fields as '{title} — {author}'")
        }
    }

    /// All that is printed.
    func text(of entry: SinkEntry) -> String {
        switch self {
        case .sink(let sink): sink.text(of: entry)
        case .template(let template): template.text(of: entry)
        }
    }
}
