package import FoundationEssentials
internal import SharedDefaults
internal import WidgetTimeline

/// The budget widget's provider: one entry, of now, with the amount that the app has written.
package struct BudgetProvider: IntentTimelineProvider, Sendable {
    /// What a person sets.
    package struct Configuration: Hashable, Sendable {
        /// Where the app keeps the amount.
        package var place: SharedKey
        /// By whose rules it is written; `nil` for those of the machine.
        package var language: String?
    }

    private let stateDirectory: String
    private let language: String
    private let now: @Sendable () -> Date

    /// Reads the shared store below a state directory; `language` is the machine's, as `LANG` has it.
    package init(stateDirectory: String, language: String, now: @escaping @Sendable () -> Date) {
        self.stateDirectory = stateDirectory
        self.language = language
        self.now = now
    }

    /// One won, as a sketch.
    package func placeholder(in context: Context) -> BudgetEntry { entry(1, language: nil) }

    /// The amount of now; in a gallery, none.
    package func getSnapshot(
        for configuration: Configuration, in context: Context, completion: @escaping @Sendable (BudgetEntry) -> Void
    ) {
        completion(context.isPreview ? entry(0, language: configuration.language) : entry(for: configuration))
    }

    /// The amount of now; the next is asked for at once, so the schedule's floor decides.
    package func getTimeline(
        for configuration: Configuration, in context: Context,
        completion: @escaping @Sendable (Timeline<BudgetEntry>) -> Void
    ) {
        completion(Timeline(entries: [entry(for: configuration)], policy: .atEnd))
    }

    private func entry(for configuration: Configuration) -> BudgetEntry {
        let place = configuration.place
        var entry = entry(0, language: configuration.language)
        do throws(DefaultsError) {
            let store = SharedDefaults(group: place.group, stateDirectory: stateDirectory)
            guard let text = try store.string(forKey: place.key) else { return entry }
            guard let amount = Int(text) else {
                entry.note = "\(place.key): \"\(text.prefix(40))\" is not a whole number"
                return entry
            }
            return self.entry(amount, language: configuration.language)
        } catch .wrongType(let key, let expected, let found) {
            entry.note = "\(DefaultsError.wrongType(key: key, expected: expected, found: found))"
        } catch {
            entry.failure = "\(error)"
        }
        return entry
    }

    private func entry(_ amount: Int, language: String?) -> BudgetEntry {
        BudgetEntry(date: now(), amount: amount, text: Won(language: language ?? self.language).signed(amount))
    }
}
