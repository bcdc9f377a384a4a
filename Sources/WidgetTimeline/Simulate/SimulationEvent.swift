public import FoundationEssentials

/// One thing that happened on the virtual clock; what does not apply to its kind is `nil`, and left out of its JSON.
public struct SimulationEvent: Codable, Hashable, Sendable {
    /// What happened.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// The provider was asked; `cause` says why.
        case call
        /// The provider failed; `reason` says why, `answer` when it is asked again.
        case failure
        /// Something in the provider's timeline was put right; `reason` says what.
        case note
        /// The provider's timeline asks for the next reload, at the date `wanted`; `answer` says what becomes of it.
        case reload
        /// A program or a person asks for a reload; `answer` says what becomes of it.
        case request
        /// The entry of this `index` and `entryDate` is shown.
        case entry
    }

    /// When it happened.
    public var date: Date
    /// What happened.
    public var kind: Kind
    /// Why the provider was asked, or in whose name a reload is.
    public var cause: ReloadCause?
    /// When a reload is wanted.
    public var wanted: Date?
    /// What becomes of a reload.
    public var answer: ReloadAnswer?
    /// Which entry of the timeline is shown.
    public var index: Int?
    /// The date of the entry that is shown.
    public var entryDate: Date?
    /// Words for people.
    public var reason: String?

    init(
        _ kind: Kind, at date: Date, cause: ReloadCause? = nil, wanted: Date? = nil, answer: ReloadAnswer? = nil,
        index: Int? = nil, entryDate: Date? = nil, reason: String? = nil
    ) {
        self.date = date
        self.kind = kind
        self.cause = cause
        self.wanted = wanted
        self.answer = answer
        self.index = index
        self.entryDate = entryDate
        self.reason = reason
    }
}
