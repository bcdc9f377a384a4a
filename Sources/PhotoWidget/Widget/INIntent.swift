internal import WidgetTimeline

/// What people configure for one instance of a widget.
///
/// On an iPhone, Xcode makes a subclass of a widget's `.intentdefinition`; here its author writes it. An instance's
/// settings come in one of two ways: a subclass that is `Decodable` is decoded from them; any other gets each as a
/// value, by ``setValue(_:forKey:)``, and reads them with ``value(forKey:)``. What is not set keeps its default.
open class INIntent {
    private var values: [String: Any] = [:]

    /// Makes an intent that holds its defaults.
    public required init() {}

    /// The value of a setting: a `String`, `Int`, `Double`, `Bool` or `[String]`; `nil` where nothing is set.
    open func value(forKey key: String) -> Any? { values[key] }

    /// Takes the value of a setting.
    open func setValue(_ value: Any?, forKey key: String) { values[key] = value }

    /// Makes an intent of an instance's settings.
    ///
    /// - Throws: ``TimelineError/failed(reason:)`` where a setting does not fit a `Decodable` intent.
    static func make(of settings: InstanceSettings) throws(TimelineError) -> Self {
        if !settings.isEmpty, let type = Self.self as? any Decodable.Type {
            do {
                let decoded: Any = try settings.decode(type)
                if let intent = decoded as? Self { return intent }
            } catch {
                throw .failed(reason: "the settings do not fit \(Self.self): \(error)")
            }
        }
        let intent = Self()
        for name in settings.names { intent.setValue(settings.value(name), forKey: name) }
        return intent
    }
}

extension InstanceSettings {
    /// A setting of any type that a configuration can hold; `nil` for lists of others than texts, and objects.
    func value(_ name: String) -> Any? {
        if let text = string(name) { return text }
        if let number = integer(name) { return number }
        if let number = number(name) { return number }
        return bool(name) ?? strings(name)
    }
}
