internal import WidgetTimeline

/// What people configure, written as a value whose parameters are marked.
///
/// Each `@Parameter` gets the setting of the property's name; what is not set keeps its default.
public protocol AppIntent: Sendable {
    /// What people call the intent.
    static var title: LocalizedStringResource { get }
    /// Makes an intent that holds its defaults.
    init()
}

/// An intent that configures a widget.
public protocol WidgetConfigurationIntent: AppIntent {}

/// A text for people, written as a string literal; there is no table of translations.
public struct LocalizedStringResource: ExpressibleByStringLiteral, Hashable, Sendable {
    /// The text.
    public let key: String

    /// Makes a text of a literal.
    public init(stringLiteral value: String) { key = value }
}

/// What an app intent is for, in a sentence for people.
public struct IntentDescription: ExpressibleByStringLiteral, Hashable, Sendable {
    /// The sentence.
    public let text: String

    /// Makes a description.
    public init(_ text: String) { self.text = text }

    /// Makes a description of a literal.
    public init(stringLiteral value: String) { text = value }
}

extension AppIntent {
    /// Makes an intent of an instance's settings.
    ///
    /// - Throws: ``TimelineError/failed(reason:)`` where a setting is not of its parameter's type.
    static func make(of settings: InstanceSettings) throws(TimelineError) -> Self {
        let intent = Self()
        for child in Mirror(reflecting: intent).children {
            guard let label = child.label, let parameter = child.value as? any SettableParameter else { continue }
            let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
            guard let value = settings.value(name) else { continue }
            guard parameter.take(value) else {
                throw .failed(reason: "the setting \(name) of \(Self.self) is not a \(parameter.typeName)")
            }
        }
        return intent
    }
}
