import Testing

@testable import PhotoFeed

@Suite struct HTTPOriginTests {
    @Test(arguments: [
        ("http://Example.COM", "http://example.com:80"), ("https://example.com/", "https://example.com:443"),
        ("https://example.com.:443?a", "https://example.com:443"),
        ("http://example.com:0080/", "http://example.com:80"),
        ("HTTPS://[2001:DB8::0:1]:8443/", "https://[2001:db8::1]:8443"), ("http://user@a:1/", "http://a:1"),
        ("http://127.1/", "http://127.0.0.1:80"), ("http://ｅxample。com/", "http://example.com:80"),
    ])
    func `spellings of one origin are one`(url: String, text: String) throws {
        #expect(try HTTPOrigin(url: url).description == text)
    }

    @Test(arguments: [
        "http://a../", "http://8x7v..", "http://../", "http://127.0.0.1../", "http://0x%7f/", "http://a%00",
    ])
    func `a host with an empty part at its end, or a control character, is no address`(url: String) {
        #expect(throws: FetchError.self) { try HTTPOrigin(url: url) }
    }

    @Test func `scheme, host and port each make another origin`() throws {
        let origins = try ["http://a", "https://a", "http://a:81", "http://b"].map { try HTTPOrigin(url: $0) }
        #expect(Set(origins).count == 4)
    }

    @Test func `an address longer than the limit is refused`() {
        let url = "http://a/" + String(repeating: "b", count: HTTPOrigin.longestURL)
        #expect(throws: FetchError.badAddress(url: url, reason: "longer than 8000 bytes")) { try HTTPOrigin(url: url) }
    }
}
