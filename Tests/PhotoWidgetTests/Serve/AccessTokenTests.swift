import Testing

@testable import PhotoWidget

@Suite struct AccessTokenTests {
    @Test func `only the whole word is the token`() throws {
        let token = try #require(AccessToken("geheim"))
        #expect(token.matches("geheim"))
        for word in ["", "geheim ", "Geheim", "gehei", "geheimx"] { #expect(!token.matches(word)) }
    }

    @Test(arguments: ["", "a b", "a\n", "ü", String(repeating: "a", count: 513)])
    func `what cannot stand in a header is no token`(word: String) { #expect(AccessToken(word) == nil) }

    @Test func `each device has a key of its own`() throws {
        let token = try #require(AccessToken("geheim"))
        #expect(token.derived(for: "AA") != token.derived(for: "AB"))
        #expect(token.derived(for: "AA") == token.derived(for: "AA"))
        #expect(try #require(AccessToken("anders")).derived(for: "AA") != token.derived(for: "AA"))
    }
}
