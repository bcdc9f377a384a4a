package import FoundationEssentials

/// A value of an app group.
package enum AppGroupValue: Equatable, Sendable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number.
    case double(Double)
    /// A yes or no.
    case bool(Bool)
    /// Bytes.
    case data(Data)
    /// A moment.
    case date(Date)
}

/// Where the values of one app group are kept: the door behind `UserDefaults(suiteName:)`.
package protocol AppGroupStore: Sendable {
    /// The value of a key; `nil` where there is none, or it cannot be read.
    func value(forKey key: String) -> AppGroupValue?
    /// Writes a value, or removes it where it is `nil`, and says whether that was done.
    func set(_ value: AppGroupValue?, forKey key: String) -> Bool
    /// The keys that have a value.
    var keys: [String] { get }
}

/// How a program finds its app groups.
package enum AppGroups {
    /// Opens the store of a group's name, `nil` where the name is none or there is no store.
    ///
    /// Task-local, so that a test has groups of its own.
    @TaskLocal package static var open: @Sendable (String) -> (any AppGroupStore)? = { _ in nil }
}
