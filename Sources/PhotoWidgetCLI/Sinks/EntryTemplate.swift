/// A person's own form: a text with fields, as `{title} — {author}`; `{{` and `}}` stand for braces.
struct EntryTemplate: Equatable {
    private enum Part: Equatable {
        case text(String)
        case field(EntryField)
    }

    private var parts: [Part] = []

    /// Reads a template.
    init(_ template: String) throws(UsageError) {
        var text = String.UnicodeScalarView()
        var rest = template.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            let isDoubled = rest.first == scalar
            switch scalar {
            case "{" where isDoubled, "}" where isDoubled:
                text.append(scalar)
                rest.removeFirst()
            case "{":
                guard let end = rest.firstIndex(of: "}"), let field = EntryField(rawValue: String(rest[..<end])) else {
                    throw Self.fault(template, "fields are \(Self.known)")
                }
                parts += [.text(String(text)), .field(field)]
                text = String.UnicodeScalarView()
                rest = rest[rest.index(after: end)...]
            case "}": throw Self.fault(template, "a brace is written }}")
            default: text.append(scalar)
            }
        }
        parts.append(.text(String(text)))
    }

    private static func fault(_ template: String, _ hint: String) -> UsageError {
        .badValue(
            option: Option.entryFormat.spelled, value: template, expected: "a text with fields as {title}; \(hint)")
    }

    private static let known = EntryField.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")

    /// The text with an entry's fields, each on one line and without control characters.
    func text(of entry: SinkEntry) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(.link): entry.safeLink
            case .field(let field): entry.visible(field)
            }
        }.joined() + "\n"
    }
}
