import Storage
import Testing

@Suite struct DirectoriesTests {
    @Test func `without variables the directories lie below HOME`() throws {
        let directories = try Directories.resolve(environment: ["HOME": "/home/ann"])
        #expect(directories.cache == "/home/ann/.cache/photowidget")
        #expect(directories.state == "/home/ann/.local/state/photowidget")
    }

    @Test func `an option goes before the program's variable, and that before XDG's`() throws {
        var environment = ["HOME": "/h", "XDG_CACHE_HOME": "/x/c", "XDG_STATE_HOME": "/x/s"]
        var found = try Directories.resolve(environment: environment)
        #expect(found == Directories(cache: "/x/c/photowidget", state: "/x/s/photowidget"))
        environment["PHOTOWIDGET_CACHE_DIR"] = "/p/c"
        environment["PHOTOWIDGET_STATE_DIR"] = "/p/s"
        found = try Directories.resolve(environment: environment)
        #expect(found == Directories(cache: "/p/c", state: "/p/s"))
        found = try Directories.resolve(environment: environment, cacheOverride: "/o/c", stateOverride: "/o/s")
        #expect(found == Directories(cache: "/o/c", state: "/o/s"))
    }

    @Test(arguments: ["", "cache", "./cache", "~/cache"])
    func `a relative or empty XDG variable is ignored`(value: String) throws {
        let environment = ["HOME": "/h", "XDG_CACHE_HOME": value, "XDG_STATE_HOME": value]
        let found = try Directories.resolve(environment: environment)
        #expect(found == Directories(cache: "/h/.cache/photowidget", state: "/h/.local/state/photowidget"))
    }

    @Test(arguments: [nil, "", ".", "home/ann"])
    func `a missing or relative HOME is an error that names it`(home: String?) {
        var environment: [String: String] = [:]
        environment["HOME"] = home
        #expect(throws: StorageError.noHome(variable: "HOME", value: home)) {
            try Directories.resolve(environment: environment)
        }
    }

    @Test func `HOME is not needed where both directories are named`() throws {
        let found = try Directories.resolve(environment: [:], cacheOverride: "/c", stateOverride: "/s")
        #expect(found == Directories(cache: "/c", state: "/s"))
    }

    @Test func `a relative option starts at the working directory`() throws {
        let found = try Directories.resolve(
            environment: ["HOME": "/h"], cacheOverride: "./cache/", stateOverride: "../state", workingDirectory: "/w/d")
        #expect(found == Directories(cache: "/w/d/cache", state: "/w/d/../state"))
        let own = try Directories.resolve(environment: ["HOME": "/h"], cacheOverride: "cache")
        #expect(own.cache.hasPrefix("/"))
        #expect(own.cache.hasSuffix("/cache"))
    }

    @Test func `a cache directory is private and tagged`() throws {
        let temporary = try TemporaryDirectory()
        let path = temporary("a/b/cache")
        try Directories.createCache(at: path)
        let tag = String(decoding: try contents(of: "\(path)/CACHEDIR.TAG"), as: UTF8.self)
        #expect(tag.hasPrefix("Signature: 8a477f597d28d172789f06886806bc55\n"))
        #expect(permissions(of: path) == 0o700)
        try Directories.createCache(at: path)
    }

    @Test func `a file in the place of the cache is an error that names it`() throws {
        let temporary = try TemporaryDirectory()
        try AtomicFile.replace(at: temporary("cache"), with: [1])
        let error = #expect(throws: StorageError.self) { try Directories.createCache(at: temporary("cache")) }
        #expect(error?.isInTheWay == true)
        #expect(error?.description.contains(temporary("cache")) == true)
    }
}
