import Testing

@testable import PhotoFeed

@Suite struct FlickrFeedAddressTests {
    private let host = "https://api.flickr.com/services/feeds/"
    private let tail = "format=json&nojsoncallback=1"

    private func address(_ query: FeedQuery) throws(FeedError) -> String { try FlickrFeed().address(for: query) }

    @Test func `everyone's photos, by tags, of an author, of a group`() throws {
        #expect(try address(FeedQuery()) == host + "photos_public.gne?tagmode=any&" + tail)
        #expect(
            try address(FeedQuery(tags: ["marsh", "reeds"], tagMode: .all, language: "KO-kr"))
                == host + "photos_public.gne?tags=marsh,reeds&tagmode=all&lang=ko-kr&" + tail)
        #expect(try address(FeedQuery(user: "12@N02")) == host + "photos_public.gne?id=12@N02&tagmode=any&" + tail)
        #expect(try address(FeedQuery(group: "34@N20")) == host + "groups_pool.gne?id=34@N20&tagmode=any&" + tail)
    }

    @Test(arguments: [
        (["갈대"], "%EA%B0%88%EB%8C%80"), (["reed bed"], "reed%20bed"),
        (["a&b=c#d?e/f+g%"], "a%26b%3Dc%23d%3Fe%2Ff%2Bg%25"),
        (["a,b", " c "], "a,b,c"), (["é\n"], "%C3%A9"),
    ])
    func `tags are percent-encoded one by one`(tags: [String], encoded: String) throws {
        #expect(try address(FeedQuery(tags: tags)) == host + "photos_public.gne?tags=\(encoded)&tagmode=any&" + tail)
    }

    @Test func `tags that say nothing are refused, since they would show everybody's photos`() {
        #expect(throws: FeedError.badQuery(option: "--tags", value: "", expected: "a tag, as texas")) {
            try address(FeedQuery(tags: ["", " ", ","]))
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:81/f", "http://127.0.0.1:81/f?tags=x&tagmode=any&"),
        ("https://h?#part", "https://h?tags=x&tagmode=any&"),
        ("https://h/f?key=1&tags=y&format=rss&tagmode=all#part", "https://h/f?key=1&tags=x&tagmode=any&"),
        ("HTTP://h/갈", "http://h/%EA%B0%88?tags=x&tagmode=any&"),
    ])
    func `parameters are merged into another endpoint's query`(endpoint: String, expected: String) throws {
        #expect(try address(FeedQuery(tags: ["x"], endpoint: endpoint)) == expected + tail)
    }

    @Test func `an endpoint's tags and their mode stay where none are asked for`() throws {
        #expect(
            try address(FeedQuery(endpoint: "https://h/f?tags=y&tagmode=all")) == "https://h/f?tags=y&tagmode=all&"
                + tail)
    }

    @Test(arguments: [
        "", "h/f", "//h/f", "ftp://h/f", "file:///f", "https://", "https:///f", "http://h h/", "feed.json",
    ])
    func `an endpoint that is no web address is refused`(endpoint: String) {
        #expect(
            throws: FeedError.badQuery(option: "--feed", value: endpoint, expected: "an absolute http or https address")
        ) { try address(FeedQuery(endpoint: endpoint)) }
    }

    @Test(arguments: ["", "heron", "12@N", "@N02", "12@N02@N02", "12@M02", "12@N02&x=1", "１2@N02", " 12@N02", "12@n02"])
    func `an author or a group that is no NSID is refused`(id: String) {
        let expected = "an NSID such as 12345678@N02"
        #expect(throws: FeedError.badQuery(option: "--user", value: id, expected: expected)) {
            try address(FeedQuery(user: id))
        }
        #expect(throws: FeedError.badQuery(option: "--group", value: id, expected: expected)) {
            try address(FeedQuery(group: id))
        }
    }

    @Test func `an author and a group together, and an unknown language, are refused`() {
        #expect(throws: FeedError.badQuery(option: "--user", value: "1@N2", expected: "either --user or --group")) {
            try address(FeedQuery(user: "1@N2", group: "3@N4"))
        }
        #expect(throws: FeedError.self) { try address(FeedQuery(language: "tlh")) }
    }
}
