public import Foundation
internal import SharedDefaults

/// The values that the programs of an app group share.
///
/// Foundation's own loses writes of other keys when two programs write at once, does not see what others wrote, and
/// lets a group's name lead out of its folder. Here a suite is a group of the shared store: a write is on the disk when
/// it returns, and read by others from then on. A value of another type than the one asked for is missing, as it would
/// be on an iPhone; a number is read as one of either kind. What fails is said on standard error.
public final class UserDefaults: Sendable {
    private let group: SharedDefaults

    /// Opens the group of a name; `nil` where the name is no group's, which an iPhone's entitlements would refuse too.
    public init?(suiteName: String?) {
        guard let suiteName, let group = AppGroups.open(suiteName) else { return nil }
        self.group = group
    }

    /// Text; also a JSON text as it was written.
    public func string(forKey key: String) -> String? {
        switch value(key) {
        case .string(let text), .json(let text): text
        default: nil
        }
    }

    /// A whole number; 0 where there is none.
    public func integer(forKey key: String) -> Int {
        switch value(key) {
        case .int(let number): number
        case .double(let number): Int(exactly: number.rounded(.towardZero)) ?? 0
        case .bool(let value): value ? 1 : 0
        default: 0
        }
    }

    /// A number; 0 where there is none.
    public func double(forKey key: String) -> Double {
        switch value(key) {
        case .double(let number): number
        case .int(let number): Double(number)
        default: 0
        }
    }

    /// A yes or no; no where there is none.
    public func bool(forKey key: String) -> Bool {
        switch value(key) {
        case .bool(let value): value
        case .int(let number): number != 0
        default: false
        }
    }

    /// Bytes.
    public func data(forKey key: String) -> Data? {
        if case .data(let bytes)? = value(key) { Data(bytes) } else { nil }
    }

    /// A value of any type.
    public func object(forKey key: String) -> Any? { value(key).map(Self.object) }

    /// A value of any type.
    public func value(forKey key: String) -> Any? { object(forKey: key) }

    /// Writes a value; `nil` removes the key, and a value of a type that a group does not hold is refused.
    public func set(_ value: Any?, forKey key: String) {
        let kept: DefaultsValue
        switch value {
        case nil: return removeObject(forKey: key)
        case let value as String: kept = .string(value)
        case let value as Bool: kept = .bool(value)
        case let value as Int: kept = .int(value)
        case let value as Double: kept = .double(value)
        case let value as Data: kept = .data([UInt8](value))
        case let value as Date: kept = .date(value)
        case let value?: return AppGroups.warn("\(key): a group holds no values of type \(type(of: value))")
        }
        reporting { () throws(DefaultsError) in try group.write(kept, forKey: key) }
    }

    /// Writes a value.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// Removes a key.
    public func removeObject(forKey key: String) {
        reporting { () throws(DefaultsError) in try group.removeValue(forKey: key) }
    }

    /// All values by their keys.
    public func dictionaryRepresentation() -> [String: Any] {
        let entries = reporting { () throws(DefaultsError) in try group.entries() } ?? []
        return Dictionary(entries.map { ($0.key, Self.object($0.value)) }) { _, last in last }
    }

    /// Does nothing: each write is on the disk when it returns.
    @discardableResult public func synchronize() -> Bool { true }

    private func value(_ key: String) -> DefaultsValue? {
        reporting { () throws(DefaultsError) in try group.value(forKey: key) } ?? nil
    }

    private static func object(_ value: DefaultsValue) -> Any {
        switch value {
        case .string(let value), .json(let value): value
        case .int(let value): value
        case .double(let value): value
        case .bool(let value): value
        case .data(let value): Data(value)
        case .date(let value): value
        }
    }

    @discardableResult
    private func reporting<Result>(_ work: () throws(DefaultsError) -> Result) -> Result? {
        do {
            return try work()
        } catch {
            AppGroups.warn("\(group.group): \(error)")
            return nil
        }
    }
}
