package import FoundationEssentials
internal import SharedDefaults
package import WidgetTimeline

/// The todo widget's provider: what the app has written to its group, an entry an hour.
package struct TodoProvider: IntentTimelineProvider, Sendable {
    private static let entryCount = 5
    private static let interval: TimeInterval = 3600

    private let stateDirectory: String
    private let now: @Sendable () -> Date

    /// Reads the shared store below a state directory.
    package init(stateDirectory: String, now: @escaping @Sendable () -> Date) {
        self.stateDirectory = stateDirectory
        self.now = now
    }

    /// No todos.
    package func placeholder(in context: Context) -> TodoEntry {
        TodoEntry(date: now(), state: .none, capacity: Self.capacity(of: context.family))
    }

    /// The todos of now; in a gallery, some to look at.
    package func getSnapshot(
        for configuration: SharedKey, in context: Context, completion: @escaping @Sendable (TodoEntry) -> Void
    ) {
        let state = context.isPreview ? TodoEntry.State.data(Self.samples) : todos(at: configuration)
        completion(TodoEntry(date: now(), state: state, capacity: Self.capacity(of: context.family)))
    }

    /// The todos of now, for the next hours; a write by the app brings the next timeline sooner.
    package func getTimeline(
        for configuration: SharedKey, in context: Context,
        completion: @escaping @Sendable (Timeline<TodoEntry>) -> Void
    ) {
        let (start, state) = (now(), todos(at: configuration))
        let entries = (0..<Self.entryCount).map { hour in
            TodoEntry(
                date: start + Double(hour) * Self.interval, state: state, capacity: Self.capacity(of: context.family))
        }
        completion(Timeline(entries: entries, policy: .atEnd))
    }

    private func todos(at place: SharedKey) -> TodoEntry.State {
        do {
            let store = SharedDefaults(group: place.group, stateDirectory: stateDirectory)
            guard let text = try store.json(forKey: place.key) else { return .none }
            let items = try JSONDecoder().decode([TodoItem].self, from: Data(text.utf8))
            return items.isEmpty ? .none : .data(items)
        } catch let error as DefaultsError {
            return .broken("\(error)")
        } catch {
            return .broken("\(place.key): not a list of todos (id, isCompleted, text)")
        }
    }

    /// How many rows fit: 17 points of text at the height of the tallest common fonts, and 8 between two.
    private static func capacity(of family: WidgetFamily) -> Int {
        switch family {
        case .systemSmall, .systemMedium: 4
        case .systemLarge, .systemExtraLarge: 10
        case .accessoryRectangular: 2
        case .accessoryCircular, .accessoryInline: 1
        }
    }

    private static let samples = [
        TodoItem(id: 1, isCompleted: true, text: "Water the plants"),
        TodoItem(id: 2, isCompleted: false, text: "Write to Ada"),
    ]
}
