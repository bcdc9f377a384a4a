public import Foundation

/// The values that the programs of an app group share.
///
/// Foundation's own loses writes of other keys when two programs write at once, does not see what others wrote, and
/// lets a group's name lead out of its folder. Here a suite is a group of the shared store. A value of another type
/// than the one asked for is missing, as it would be on an iPhone; numbers are read as numbers of either kind.
public final class UserDefaults: Sendable {
    private let store: any AppGroupStore

    /// Opens the group of a name; `nil` where the name is no group's, which an iPhone's entitlements would refuse too.
    public init?(suiteName: String?) {
        guard let suiteName, let store = AppGroups.open(suiteName) else { return nil }
        self.store = store
    }

    /// Text.
    public func string(forKey key: String) -> String? {
        if case .string(let text)? = store.value(forKey: key) { text } else { nil }
    }

    /// A whole number; 0 where there is none.
    public func integer(forKey key: String) -> Int {
        switch store.value(forKey: key) {
        case .integer(let number): number
        case .double(let number): Int(exactly: number.rounded(.towardZero)) ?? 0
        case .bool(let value): value ? 1 : 0
        default: 0
        }
    }

    /// A number; 0 where there is none.
    public func double(forKey key: String) -> Double {
        switch store.value(forKey: key) {
        case .double(let number): number
        case .integer(let number): Double(number)
        default: 0
        }
    }

    /// A yes or no; no where there is none.
    public func bool(forKey key: String) -> Bool {
        switch store.value(forKey: key) {
        case .bool(let value): value
        case .integer(let number): number != 0
        default: false
        }
    }

    /// Bytes.
    public func data(forKey key: String) -> Data? {
        if case .data(let data)? = store.value(forKey: key) { data } else { nil }
    }

    /// A value of any type.
    public func object(forKey key: String) -> Any? {
        switch store.value(forKey: key) {
        case .string(let value): value
        case .integer(let value): value
        case .double(let value): value
        case .bool(let value): value
        case .data(let value): value
        case .date(let value): value
        case nil: nil
        }
    }

    /// A value of any type.
    public func value(forKey key: String) -> Any? { object(forKey: key) }

    /// Writes a value; `nil` and values of types that a group does not hold remove the key.
    public func set(_ value: Any?, forKey key: String) {
        let kept: AppGroupValue? =
            switch value {
            case let value as String: .string(value)
            case let value as Bool: .bool(value)
            case let value as Int: .integer(value)
            case let value as Double: .double(value)
            case let value as Data: .data(value)
            case let value as Date: .date(value)
            default: nil
            }
        _ = store.set(kept, forKey: key)
    }

    /// Writes a value.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// Removes a key.
    public func removeObject(forKey key: String) { _ = store.set(nil, forKey: key) }

    /// All values by their keys.
    public func dictionaryRepresentation() -> [String: Any] {
        var values: [String: Any] = [:]
        for key in store.keys { values[key] = object(forKey: key) }
        return values
    }

    /// Does nothing: each write is on the disk when it returns.
    @discardableResult public func synchronize() -> Bool { true }
}
