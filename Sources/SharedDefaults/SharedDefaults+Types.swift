public import FoundationEssentials

// One reader a type: `nil` where the key is missing, an error where it holds something else.
extension SharedDefaults {
    /// Text; also a JSON text as it was written.
    public func string(forKey key: String) throws(DefaultsError) -> String? {
        if case .string(let text) = try value(forKey: key, as: .string) { text } else { nil }
    }

    /// A whole number.
    public func int(forKey key: String) throws(DefaultsError) -> Int? {
        if case .int(let number) = try value(forKey: key, as: .int) { number } else { nil }
    }

    /// A number.
    public func double(forKey key: String) throws(DefaultsError) -> Double? {
        if case .double(let number) = try value(forKey: key, as: .double) { number } else { nil }
    }

    /// Yes or no.
    public func bool(forKey key: String) throws(DefaultsError) -> Bool? {
        if case .bool(let value) = try value(forKey: key, as: .bool) { value } else { nil }
    }

    /// Bytes.
    public func data(forKey key: String) throws(DefaultsError) -> [UInt8]? {
        if case .data(let bytes) = try value(forKey: key, as: .data) { bytes } else { nil }
    }

    /// A moment.
    public func date(forKey key: String) throws(DefaultsError) -> Date? {
        if case .date(let date) = try value(forKey: key, as: .date) { date } else { nil }
    }

    /// A JSON text, also from a string, which is checked.
    public func json(forKey key: String) throws(DefaultsError) -> String? {
        if case .json(let text) = try value(forKey: key, as: .json) { text } else { nil }
    }
}
