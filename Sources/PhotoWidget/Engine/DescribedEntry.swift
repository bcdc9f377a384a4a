internal import FoundationEssentials
public import WidgetTimeline

/// An entry that can say what it shows, for programs that draw it themselves: the `content` of `entry.json`.
public protocol DescribedEntry: TimelineEntry {
    /// Something that can be written as JSON.
    var content: any Encodable { get }
}

extension DescribedEntry {
    /// The content as JSON, names in alphabetical order; `nil` if it cannot be written as JSON.
    var contentJSON: JSONText? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .iso8601
        // Widgets' contents are texts and numbers; one that says infinity is left out rather than the widget.
        guard let data = try? encoder.encode(content) else { return nil }
        return try? JSON5Reader.read(String(decoding: data, as: UTF8.self)).json
    }
}
