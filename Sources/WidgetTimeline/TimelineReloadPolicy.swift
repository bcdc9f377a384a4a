public import FoundationEssentials

/// The earliest moment at which a provider wants to be asked for a new timeline.
public enum TimelineReloadPolicy: Hashable, Sendable {
    /// When the last entry's date has come.
    case atEnd
    /// Not before a date.
    case after(Date)
    /// Only when a program or a person asks.
    case never
}

/// The form of contract §2: `{"type": "after", "date": …}`; `date` is null for the others.
extension TimelineReloadPolicy: Codable {
    private enum CodingKeys: String, CodingKey { case type, date }
    private enum Name: String, Codable { case atEnd, after, never }

    /// Reads a policy by its `type`; an `after` without a date is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Name.self, forKey: .type) {
        case .atEnd: self = .atEnd
        case .never: self = .never
        case .after: self = .after(try container.decode(Date.self, forKey: .date))
        }
    }

    /// Writes `type` and `date`, both always present.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .atEnd:
            try container.encode(Name.atEnd, forKey: .type)
            try container.encodeNil(forKey: .date)
        case .never:
            try container.encode(Name.never, forKey: .type)
            try container.encodeNil(forKey: .date)
        case .after(let date):
            try container.encode(Name.after, forKey: .type)
            try container.encode(date, forKey: .date)
        }
    }
}
