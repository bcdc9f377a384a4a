import AppFoundation
import Synchronization

/// The values of an app group in memory.
final class MemoryGroup: AppGroupStore {
    private let values: Mutex<[String: AppGroupValue]>

    init(_ values: [String: AppGroupValue] = [:]) { self.values = Mutex(values) }

    func value(forKey key: String) -> AppGroupValue? { values.withLock { $0[key] } }

    func set(_ value: AppGroupValue?, forKey key: String) -> Bool {
        values.withLock { $0[key] = value }
        return true
    }

    var keys: [String] { values.withLock { $0.keys.sorted() } }

    /// Runs a test's work with this group under one name, and no other group.
    func serving<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
        try AppGroups.$open.withValue({ $0 == name ? self : nil }, operation: body)
    }
}
