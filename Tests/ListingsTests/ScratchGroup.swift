import AppFoundation
import TestSupport

/// A shared store of a test's own, with values of one app group in it.
struct ScratchGroup: ~Copyable {
    private let directory: ScratchDirectory
    let name: String

    init(_ name: String, _ values: [String: Any] = [:]) throws {
        self.name = name
        directory = try ScratchDirectory()
        serving { () in
            let defaults = UserDefaults(suiteName: name)
            for (key, value) in values { defaults?.set(value, forKey: key) }
        }
    }

    /// Runs work with this store.
    func serving<Result>(_ body: () throws -> Result) rethrows -> Result {
        try AppGroups.$stateDirectory.withValue(directory.path, operation: body)
    }
}
