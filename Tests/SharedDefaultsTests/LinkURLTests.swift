import Testing

@testable import SharedDefaults

@Suite struct LinkURLTests {
    @Test(arguments: [
        ("wooribudget://AddIncome?x=1", "wooribudget", "addincome"),
        ("WIDGET://deeplink?url=a%20b", "widget", "deeplink"),
        ("a+b-c.1://user:pw@Host:80/p#f", "a+b-c.1", "host"), ("app:page", "app", nil), ("app:///path", "app", nil),
        ("app://[::1]:8/", "app", "[::1]"), ("app:", "app", nil),
    ])
    func `scheme and host are found, in lower case`(text: String, scheme: String, host: String?) throws {
        let url = try LinkURL(text)
        #expect(url.scheme == scheme && url.host == host && url.text == text)
    }

    @Test(arguments: [
        "", "addincome", "://x", "1a://x", "a b://x", "a://x y", "a://x\n", "a://x\u{0}", "a://x\u{7F}", "a://사진",
        "a://x%2",
        "a://x%zz", "a://\"x\"", "a://<x>", "a://x|y", "a://x`id`", "a://x#1#2", "a_b://x", "../x", "/x:y",
        String(repeating: "a", count: 65) + ":x",
    ])
    func `what RFC 3986 does not allow is refused`(text: String) {
        let error = #expect(throws: LinkError.self) { try LinkURL(text) }
        guard case .badURL(text, _) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    @Test func `the limit is on the bytes`() throws {
        let longest = "a:" + String(repeating: "x", count: LinkURL.maxBytes - 2)
        #expect(try LinkURL(longest).text == longest)
        #expect(throws: LinkError.tooLong(byteCount: LinkURL.maxBytes + 1)) { try LinkURL(longest + "x") }
    }
}
