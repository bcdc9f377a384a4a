import Testing

@testable import WebServer

@Suite struct EntityTagTests {
    @Test(arguments: ["\"a\"", "*", "W/\"a\"", "\"b\", \"a\"", "\"b\",W/\"a\"", " \"a\" "])
    func `a tag is named`(header: String) {
        #expect(EntityTag.isNamed("\"a\"", in: header))
    }

    @Test(arguments: ["", "a", "\"b\"", "\"a", "\"ab\"", "w/\"a\""])
    func `another is not`(header: String) {
        #expect(!EntityTag.isNamed("\"a\"", in: header))
    }
}
