import Testing

@testable import PhotoWidget

@Suite struct WebLinkTests {
    @Test(arguments: [
        "https://www.flickr.com/photos/1/2/", "http://example.org", "wooribudget://addincome", "mailto:a@example.org",
        "HTTPS://example.org/%20",
    ])
    func `addresses lead where they say`(link: String) {
        #expect(WebLink.target(of: link) == link)
    }

    @Test func `a packed link is unpacked`() {
        let link = "https://www.flickr.com/photos/1/2/?a=b&c=d#e"
        #expect(WebLink.target(of: DeepLink.opening(link)) == link)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "blob:x",
        " javascript:alert(1)", "java\nscript:alert(1)", "java\tscript:alert(1)", "\u{1}javascript:alert(1)", "/path",
        "//example.org", "", ":", "1a:b", "a b:c", "https://exa mple.org", "about:blank", "ünder:x",
        "view-source:http://example.org",
    ])
    func `what acts in the page itself is no link`(link: String) {
        #expect(WebLink.target(of: link) == nil)
        #expect(WebLink.target(of: DeepLink.opening(link)) == nil)
        #expect(WebLink.target(of: DeepLink.opening(DeepLink.opening(link))) == nil)
    }

    @Test func `broken packing is no link`() {
        #expect(WebLink.target(of: "widget://deeplink?url=%") == nil)
        #expect(WebLink.target(of: "widget://deeplink?url=%zz") == nil)
        #expect(WebLink.target(of: "widget://deeplink?url=%C3") == nil)
    }
}
