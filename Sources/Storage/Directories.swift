import Glibc

/// Where the cache and the published files lie: absolute paths.
public struct Directories: Equatable, Sendable {
    /// What may be deleted at any time: the index, originals, thumbnails.
    public var cache: String
    /// What other programs read, and the shared defaults.
    public var state: String

    /// Takes absolute paths as they are.
    public init(cache: String, state: String) {
        self.cache = cache
        self.state = state
    }

    /// Finds the directories; makes none.
    ///
    /// Each is the override, else `PHOTOWIDGET_CACHE_DIR` or `PHOTOWIDGET_STATE_DIR`, else `photowidget` below
    /// `XDG_CACHE_HOME` or `XDG_STATE_HOME`, else below `~/.cache` or `~/.local/state`. An empty variable counts as unset.
    /// No environment is looked at but the one passed in. A relative override starts at the working directory, by
    /// default the process' own.
    /// - Throws: ``StorageError/noHome(variable:value:)`` where HOME is needed, and missing or relative.
    /// - Source: XDG Base Directory Specification 0.8: relative values are ignored.
    public static func resolve(
        environment: [String: String], cacheOverride: String? = nil, stateOverride: String? = nil,
        workingDirectory: String? = nil
    ) throws(StorageError) -> Directories {
        Directories(
            cache: try cache(environment: environment, override: cacheOverride, workingDirectory: workingDirectory),
            state: try state(environment: environment, override: stateOverride, workingDirectory: workingDirectory))
    }

    /// Finds the cache directory alone, as ``resolve(environment:cacheOverride:stateOverride:workingDirectory:)`` does.
    public static func cache(
        environment: [String: String], override: String? = nil, workingDirectory: String? = nil
    ) throws(StorageError) -> String {
        let names = ("PHOTOWIDGET_CACHE_DIR", "XDG_CACHE_HOME", ".cache")
        return try directory(override, names, environment, workingDirectory)
    }

    /// Finds the state directory alone, as ``resolve(environment:cacheOverride:stateOverride:workingDirectory:)`` does.
    public static func state(
        environment: [String: String], override: String? = nil, workingDirectory: String? = nil
    ) throws(StorageError) -> String {
        let names = ("PHOTOWIDGET_STATE_DIR", "XDG_STATE_HOME", ".local/state")
        return try directory(override, names, environment, workingDirectory)
    }

    private static func directory(
        _ override: String?, _ names: (own: String, base: String, belowHome: String), _ environment: [String: String],
        _ workingDirectory: String?
    ) throws(StorageError) -> String {
        if let path = override ?? environment[names.own], !path.isEmpty { return try absolute(path, workingDirectory) }
        if let path = environment[names.base], Path.isAbsolute(path) { return normalized("\(path)/photowidget") }
        guard let home = environment["HOME"], Path.isAbsolute(home) else {
            throw .noHome(variable: "HOME", value: environment["HOME"])
        }
        return normalized("\(home)/\(names.belowHome)/photowidget")
    }

    /// Makes a cache directory, with mode 0700 and the tag that tells backup programs to leave it out.
    ///
    /// - Source: Cache Directory Tagging Specification.
    package static func createCache(at path: String) throws(StorageError) {
        let directory = try OpenDirectory(named: path, creates: true)
        let tag = """
            Signature: 8a477f597d28d172789f06886806bc55
            # This directory is a cache of photowidget. It is safe to delete at any time.
            # For information about cache directory tags see https://bford.info/cachedir/

            """
        do {
            _ = try AtomicFile.create("CACHEDIR.TAG", in: directory, with: Array(tag.utf8))
        } catch let error where error.isReadOnly || error.isPermission || error.isFull {
            // A cache that can only be read is still a cache.
        } catch {
            throw error
        }
    }

    package static func absolute(
        _ path: String, _ workingDirectory: String? = nil
    ) throws(StorageError) -> String {
        if Path.isAbsolute(path) { return normalized(path) }
        if let workingDirectory { return normalized("\(workingDirectory)/\(path)") }
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard unsafe getcwd(&bytes, bytes.count) != nil else {
            throw .system(operation: "find the working directory for", path: path, errno: errno)
        }
        let current = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return normalized("\(Path.text(of: current))/\(path)")
    }

    /// Without empty and "." components; ".." stays, because what is before it may be a link.
    private static func normalized(_ path: String) -> String {
        "/" + Path.components(of: path).filter { $0 != "." }.joined(separator: "/")
    }
}
