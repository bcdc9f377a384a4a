// Written as for an iPhone, not for this house.
// swift-format-ignore-file

import Intents

// Xcode makes this class of the widget's .intentdefinition.
class ConfigurationIntent: INIntent {
    var tags: String { value(forKey: "tags") as? String ?? "texas" }
}
