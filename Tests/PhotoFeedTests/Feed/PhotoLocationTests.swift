import Storage
import Testing

@testable import PhotoFeed

@Suite struct PhotoLocationTests {
    @Test(arguments: [
        ("photos/a.jpg", "/feeds/photos/a.jpg"), ("./a.jpg", "/feeds/a.jpg"), ("a%20b.jpg?zz=1#x", "/feeds/a b.jpg"),
        ("100%.jpg", "/feeds/100%.jpg"), ("%ea%b0%88.jpg", "/feeds/갈.jpg"), ("a//b.jpg", "/feeds/a/b.jpg"),
        ("...jpg", "/feeds/...jpg"),
        ("file:a.jpg", "/feeds/a.jpg"), ("file:/feeds/a.jpg", "/feeds/a.jpg"),
        ("file:///feeds/p/a.jpg", "/feeds/p/a.jpg"),
        ("FILE://localhost/feeds/a.jpg", "/feeds/a.jpg"), ("/feeds/a.jpg", "/feeds/a.jpg"),
    ])
    func `a local reference is a path below the feed's folder`(reference: String, path: String) throws {
        #expect(try PhotoURL(reference).location(relativeTo: "/feeds/marsh.json") == .file(path: path))
    }

    @Test func `a name that is not UTF-8 keeps its bytes`() throws {
        let location = try PhotoURL("caf%e9.jpg").location(relativeTo: "/feeds/marsh.json")
        #expect(location == .file(path: "/feeds/" + Path.text(of: [0x63, 0x61, 0x66, 0xE9]) + ".jpg"))
    }

    @Test(arguments: [
        "../a.jpg", "p/../../a.jpg", "p/../a.jpg", "%2e%2e/a.jpg", "..%2fa.jpg", "%2Fetc%2Fpasswd.jpg", "/etc/a.jpg",
        "..",
        "file:///etc/passwd", "file:///feeds/../etc/passwd", "file:///feeds-2/a.jpg", "file://host/feeds/a.jpg",
        "file:////feeds/a.jpg",
        "a%00.jpg", "a\0.jpg", "", "file:", "file:///feeds/", "../\u{301}x/a.jpg", "x/\u{301}/../../a.jpg",
        "ftp://h/a.jpg", "gopher://h/a.jpg", "javascript:x.jpg", "data:image/png;base64,", "c:/a.jpg",
    ])
    func `a reference that leaves the folder or the scheme is refused`(reference: String) {
        let error = #expect(throws: FetchError.self) {
            try PhotoURL(reference).location(relativeTo: "/feeds/marsh.json")
        }
        guard case .refused(reference, _, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a feed in the working folder has its photos beside it`() throws {
        #expect(try PhotoURL("a.jpg").location(relativeTo: "marsh.json") == .file(path: "a.jpg"))
        #expect(throws: FetchError.self) { try PhotoURL("/a.jpg").location(relativeTo: "marsh.json") }
        #expect(try PhotoURL("/a.jpg").location(relativeTo: "/marsh.json") == .file(path: "/a.jpg"))
    }

    @Test func `a feed from the network has no local photos`() throws {
        for reference in ["a.jpg", "file:///feeds/a.jpg", "/a.jpg"] {
            #expect(throws: FetchError.self) { try PhotoURL(reference).location(relativeTo: nil) }
        }
        #expect(try PhotoURL("http://127.0.0.1/a").location(relativeTo: nil) == .web("http://127.0.0.1/a"))
        #expect(try PhotoURL("https://h/a").location(relativeTo: "/feeds/x.json") == .web("https://h/a"))
    }
}
