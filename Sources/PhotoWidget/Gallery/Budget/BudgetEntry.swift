package import FoundationEssentials
internal import WidgetTimeline

/// What the budget widget shows from one moment on.
package struct BudgetEntry: DescribedEntry, FailableEntry, Sendable {
    /// When the entry is to be shown.
    package var date: Date
    /// What is left, in the currency's smallest unit.
    package var amount: Int
    /// The amount as it is written, with its sign.
    package var text: String
    /// What was odd about the app's value, for people.
    package var note: String?
    /// Why the store could not be read.
    package var failure: String?

    package var content: any Encodable { Content(amount: amount, text: text, note: note) }

    private struct Content: Encodable {
        var amount: Int
        var text: String
        var note: String?
    }
}
