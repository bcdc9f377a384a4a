internal import PhotoFeed
internal import SharedDefaults

/// A setting that a widget understands: a name in the `configuration` of an instance.
package struct SettingRule: Equatable, Sendable {
    /// What a setting is.
    package enum Form: Equatable, Sendable {
        /// A text.
        case text
        /// A text, or a list of texts.
        case texts
        /// A whole number, at least 1, or a text.
        case numberOrText
        /// One of these texts.
        case choice([String])
        /// The name of an app group.
        case group

        /// What it is, for a message.
        var expected: String {
            switch self {
            case .text: "a text"
            case .texts: "a text or a list of texts"
            case .numberOrText: "a text or a whole number"
            case .group: "a group, as group.com.example.app"
            case .choice(let words): "one of \(words.joined(separator: ", "))"
            }
        }

        /// Whether a value is of the form.
        func admits(_ value: ConfigurationNode.Value) -> Bool {
            switch (self, value) {
            case (.text, .string), (.texts, .string), (.numberOrText, .string), (.numberOrText, .integer): true
            case (.texts, .array(let nodes)): nodes.allSatisfy { if case .string = $0.value { true } else { false } }
            case (.choice(let words), .string(let word)): words.contains(word)
            case (.group, .string(let name)): (try? GroupName(name)) != nil
            default: false
            }
        }
    }

    /// Whether a value says nothing: no text of it can be seen, or one of a list.
    static func isVoid(_ value: ConfigurationNode.Value) -> Bool {
        switch value {
        case .string(let text): text.isVoidList
        case .array(let nodes): nodes.isEmpty || nodes.contains { isVoid($0.value) }
        default: false
        }
    }

    /// The name.
    package var name: String
    /// What it is.
    package var form: Form
    /// What it says, in a few words.
    package var summary: String
    /// Whether it narrows a feed: an empty value would ask for more than anybody meant.
    package var narrows: Bool

    /// Makes a rule.
    package init(_ name: String, _ form: Form, _ summary: String, narrows: Bool = false) {
        self.name = name
        self.form = form
        self.summary = summary
        self.narrows = narrows
    }
}
