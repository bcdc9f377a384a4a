internal import PhotoWidget

/// Where the cache and the published files lie, each found when a command first needs it: one that needs only the one
/// works where the other cannot be found.
struct SessionDirectories {
    let environment: [String: String]
    let cacheOverride, stateOverride: String?

    /// What may be deleted at any time.
    var cache: String {
        get throws(StorageError) { try Directories.cache(environment: environment, override: cacheOverride) }
    }

    /// What other programs read, and the shared defaults.
    var state: String {
        get throws(StorageError) { try Directories.state(environment: environment, override: stateOverride) }
    }
}
