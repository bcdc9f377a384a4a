import AppFoundation
import Testing

/// `UserDefaults(suiteName:)` as widgets written for iPhone use it.
struct UserDefaultsTests {
    @Test func `each type that is written is read`() throws {
        let group = try ScratchGroup("group.example.types")
        let moment = Date(timeIntervalSince1970: 1_796_002_680)
        try group.serving {
            let defaults = try #require(UserDefaults(suiteName: group.name))
            defaults.set("text", forKey: "s")
            defaults.set(12, forKey: "i")
            defaults.set(1.5, forKey: "d")
            defaults.set(true, forKey: "b")
            defaults.set(Data([1, 2]), forKey: "x")
            defaults.set(moment, forKey: "m")
            // Another instance, as another program would have.
            let other = try #require(UserDefaults(suiteName: group.name))
            #expect(other.string(forKey: "s") == "text")
            #expect(other.integer(forKey: "i") == 12)
            #expect(other.double(forKey: "d") == 1.5)
            #expect(other.bool(forKey: "b"))
            #expect(other.data(forKey: "x") == Data([1, 2]))
            #expect(other.object(forKey: "m") as? Date == moment)
            #expect(other.dictionaryRepresentation().keys.sorted() == ["b", "d", "i", "m", "s", "x"])
        }
    }

    @Test func `a value of another type is missing`() throws {
        let group = try ScratchGroup("group.example.types", ["i": 5, "s": "5"])
        try group.serving {
            let defaults = try #require(UserDefaults(suiteName: group.name))
            #expect(defaults.string(forKey: "i") == nil)
            #expect(defaults.integer(forKey: "s") == 0)
            #expect(defaults.double(forKey: "i") == 5)
            #expect(defaults.data(forKey: "s") == nil)
            #expect(defaults.object(forKey: "none") == nil)
        }
    }

    @Test func `nil removes a key, and what a group cannot hold leaves it as it was`() throws {
        let group = try ScratchGroup("group.example.types", ["a": "1", "b": "2"])
        try group.serving {
            let defaults = try #require(UserDefaults(suiteName: group.name))
            defaults.set(nil, forKey: "a")
            defaults.set(["x": 1], forKey: "b")
            #expect(defaults.string(forKey: "a") == nil)
            #expect(defaults.string(forKey: "b") == "2")
        }
    }

    @Test(arguments: ["../evil", "group.", "group.a/b", "com.example", ""])
    func `a name that is no group's opens nothing`(name: String) throws {
        try ScratchGroup("group.example.types").serving {
            #expect(UserDefaults(suiteName: name) == nil)
        }
    }
}
