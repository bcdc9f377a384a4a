import Intents

// Xcode makes this class of the widget's .intentdefinition.
class ConfigurationIntent: INIntent {
    var tags: String { value(forKey: "tags") as? String ?? "texas" }
}
