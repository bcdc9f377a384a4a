public import FoundationEssentials

/// Why a provider is asked for a timeline.
public enum ReloadCause: String, Codable, Hashable, Sendable {
    /// There is none yet.
    case first
    /// The policy of the last timeline.
    case policy
    /// A program asks.
    case program
    /// What the widget shows has changed: a failure before that says nothing of it, so no back-off holds it.
    case change
    /// A person asks: never held back by the budget or a back-off, and free.
    case person
    /// The last try failed.
    case retry
    /// The wall clock was set back: the entries' dates are another clock's.
    case clock

    /// Whether somebody asked, rather than the schedule.
    package var isRequest: Bool { self == .program || self == .change || self == .person }

    /// Whether the reload goes on although the last one failed.
    var ignoresBackOff: Bool { self == .person || self == .change }

    /// Whether the reload goes on when the budget is spent: without a first there is nothing to show.
    var ignoresBudget: Bool { self == .person || self == .first }
}

/// Who asks for a reload.
public enum ReloadRequester: String, Codable, Hashable, Sendable {
    /// A program.
    case program
    /// Whoever has written what the widget shows.
    case writer
    /// A person, who waits for it.
    case person

    /// The cause of the reload that is asked for.
    var cause: ReloadCause {
        switch self {
        case .program: .program
        case .writer: .change
        case .person: .person
        }
    }
}

/// What holds a reload back.
public enum ReloadHold: String, Codable, Hashable, Sendable {
    /// Two reloads would be too close.
    case floor
    /// The day's budget must first earn one back.
    case budget
    /// The last try failed; the next waits longer.
    case backOff
    /// A reload is running, and may have read its data before the request came.
    case running
}

extension ReloadHold: CustomStringConvertible {
    /// The reason in words, to follow "because" or a colon.
    public var description: String {
        switch self {
        case .floor: "the last reload was too short a while ago"
        case .budget: "the day's budget is spent for now"
        case .backOff: "the last try failed"
        case .running: "a reload is running"
        }
    }
}

/// Why a reload will not happen.
public enum ReloadRefusal: String, Codable, Hashable, Sendable {
    /// The budget is of no reloads at all.
    case noBudget
    /// The clock shows no date between the years 1 and 9999.
    case badClock
}

extension ReloadRefusal: CustomStringConvertible {
    /// The reason in words, to follow "because" or a colon.
    public var description: String {
        switch self {
        case .noBudget: "the widget has a budget of no reloads"
        case .badClock: "the clock shows no usable date"
        }
    }
}

/// What becomes of a wish for a reload.
public enum ReloadAnswer: Hashable, Sendable {
    /// It happens when it was wanted.
    case granted
    /// A reload that waits already, until this date, serves this wish too.
    case coalesced(with: Date)
    /// It happens at a later date.
    case deferred(until: Date, because: ReloadHold)
    /// It does not happen.
    case refused(because: ReloadRefusal)
}

/// `{"answer": "deferred", "until": …, "because": "budget"}`; what does not apply is left out.
extension ReloadAnswer: Codable {
    private enum CodingKeys: String, CodingKey { case answer, until, because }
    private enum Name: String, Codable { case granted, coalesced, deferred, refused }

    /// Reads an answer by its name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Name.self, forKey: .answer) {
        case .granted: self = .granted
        case .coalesced: self = .coalesced(with: try container.decode(Date.self, forKey: .until))
        case .deferred:
            self = .deferred(
                until: try container.decode(Date.self, forKey: .until),
                because: try container.decode(ReloadHold.self, forKey: .because))
        case .refused: self = .refused(because: try container.decode(ReloadRefusal.self, forKey: .because))
        }
    }

    /// Writes an answer by its name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .granted: try container.encode(Name.granted, forKey: .answer)
        case .coalesced(let date):
            try container.encode(Name.coalesced, forKey: .answer)
            try container.encode(date, forKey: .until)
        case .deferred(let date, let hold):
            try container.encode(Name.deferred, forKey: .answer)
            try container.encode(date, forKey: .until)
            try container.encode(hold, forKey: .because)
        case .refused(let refusal):
            try container.encode(Name.refused, forKey: .answer)
            try container.encode(refusal, forKey: .because)
        }
    }
}
