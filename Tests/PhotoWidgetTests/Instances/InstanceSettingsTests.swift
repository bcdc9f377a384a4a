import PhotoWidget
import Testing

@Suite struct InstanceSettingsTests {
    private let settings = InstanceSettings([
        ("text", .string("a")), ("whole", .integer(3)), ("half", .number(0.5)), ("yes", .bool(true)),
        ("list", .array([.string("a"), .string("b")])), ("mixed", .array([.string("a"), .integer(1)])),
    ])

    @Test func `a value is had by its type, and by no other`() {
        #expect(settings.string("text") == "a" && settings.string("whole") == nil)
        #expect(settings.integer("whole") == 3 && settings.integer("half") == nil)
        #expect(settings.number("whole") == 3 && settings.number("half") == 0.5 && settings.number("text") == nil)
        #expect(settings.bool("yes") == true && settings.bool("text") == nil)
        #expect(settings.strings("list") == ["a", "b"] && settings.strings("text") == ["a"])
        #expect(settings.strings("mixed") == nil && settings.string("none") == nil)
    }

    @Test func `an intent is made of the settings of its names`() throws {
        struct Intent: Decodable, Equatable {
            var text: String
            var whole: Int
            var other: Double?
        }
        #expect(try settings.decode(Intent.self) == Intent(text: "a", whole: 3))
        #expect(throws: (any Error).self) { try InstanceSettings().decode(Intent.self) }
    }
}
