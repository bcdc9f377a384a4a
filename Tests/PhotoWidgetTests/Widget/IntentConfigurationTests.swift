import FoundationEssentials
import PhotoWidget
import Testing
import WidgetTimeline
import WidgetUI

/// How the settings of an instance reach its intent.
@MainActor struct IntentConfigurationTests {
    private final class KeyedIntent: INIntent {
        var tags: String { value(forKey: "tags") as? String ?? "texas" }
    }

    private final class DecodedIntent: INIntent, Decodable {
        var count = 1

        private enum Key: CodingKey { case count }

        required init() {}

        init(from decoder: any Decoder) throws {
            count = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .count)
        }
    }

    private struct AsyncIntent: WidgetConfigurationIntent {
        static let title: LocalizedStringResource = "Choose"
        @Parameter(title: "Tags", default: "texas") var tags: String
        @Parameter(title: "Count", default: 1) var count: Int
        @Parameter(title: "Factor", default: 1) var factor: Double
        @Parameter(title: "Group") var group: String?
    }

    private struct IntentProvider<Intent>: IntentTimelineProvider {
        let name: @Sendable (Intent) -> String

        private func entry(_ intent: Intent) -> NamedEntry {
            NamedEntry(date: Date(timeIntervalSince1970: 0), name: name(intent))
        }

        func placeholder(in context: Context) -> NamedEntry {
            NamedEntry(date: Date(timeIntervalSince1970: 0), name: "")
        }

        func getSnapshot(
            for configuration: Intent, in context: Context, completion: @escaping @Sendable (NamedEntry) -> Void
        ) { completion(entry(configuration)) }

        func getTimeline(
            for configuration: Intent, in context: Context,
            completion: @escaping @Sendable (Timeline<NamedEntry>) -> Void
        ) { completion(Timeline(entries: [entry(configuration)], policy: .never)) }
    }

    private struct AsyncProvider: AppIntentTimelineProvider {
        func placeholder(in context: Context) -> NamedEntry {
            NamedEntry(date: Date(timeIntervalSince1970: 0), name: "")
        }

        func snapshot(for configuration: AsyncIntent, in context: Context) async -> NamedEntry {
            let group = configuration.group ?? "none"
            let name = "\(configuration.tags) \(configuration.count) \(configuration.factor) \(group)"
            return NamedEntry(date: Date(timeIntervalSince1970: 0), name: name)
        }

        func timeline(for configuration: AsyncIntent, in context: Context) async -> Timeline<NamedEntry> {
            Timeline(entries: [await snapshot(for: configuration, in: context)], policy: .never)
        }
    }

    private let context = TimelineProviderContext(
        family: .systemSmall, displaySize: DisplaySize(width: 158, height: 158))

    /// The name in the snapshot of a widget with settings.
    private func name(_ configuration: some WidgetConfiguration, _ settings: [(key: String, value: JSONText)]) throws
        -> String?
    {
        let widget = try #require(configuration.described)
        let entry = try widget.provider.snapshot(
            in: context, configuration: InstanceSettings(settings), session: TimelineSession(),
            now: Date(timeIntervalSince1970: 0))
        return (entry.value as? NamedEntry)?.name
    }

    @Test func `an intent gets settings as values, and keeps its defaults`() throws {
        let widget = IntentConfiguration(
            kind: "keyed", intent: KeyedIntent.self, provider: IntentProvider<KeyedIntent> { $0.tags }
        ) { Text($0.name) }
        #expect(try name(widget, []) == "texas")
        #expect(try name(widget, [("tags", .string("rain"))]) == "rain")
        #expect(try name(widget, [("tags", .integer(1))]) == "texas")
    }

    @Test func `an intent that can be decoded is, and says what does not fit`() throws {
        let widget = IntentConfiguration(
            kind: "decoded", intent: DecodedIntent.self, provider: IntentProvider<DecodedIntent> { "\($0.count)" }
        ) { Text($0.name) }
        #expect(try name(widget, []) == "1")
        #expect(try name(widget, [("count", .integer(3))]) == "3")
        #expect(throws: TimelineError.self) { try name(widget, [("count", .string("three"))]) }
    }

    @Test func `an app intent's parameters get the settings of their names`() throws {
        let widget = AppIntentConfiguration(kind: "async", provider: AsyncProvider()) { Text($0.name) }
        #expect(try name(widget, []) == "texas 1 1.0 none")
        let settings: [(key: String, value: JSONText)] = [
            ("tags", .string("rain")), ("count", .integer(3)), ("factor", .integer(2)), ("group", .string("g")),
        ]
        #expect(try name(widget, settings) == "rain 3 2.0 g")
        let error = #expect(throws: TimelineError.self) { try name(widget, [("count", .string("three"))]) }
        #expect(error == .failed(reason: "the setting count of AsyncIntent is not a Int"))
    }
}
