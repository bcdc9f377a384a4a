import Testing

@testable import PhotoFeed

@Suite struct FlickrItemTests {
    @Test(arguments: [
        (#"nobody@flickr.com ("Grey Heron")"#, "Grey Heron"),
        (#"nobody@flickr.com ("\u00fcber\ud83c\udf3e")"#, "über🌾"),
        (#"nobody@flickr.com ("The \"Old\" Pike")"#, #"The "Old" Pike"#),
        (#"nobody@flickr.com ("a \\ b")"#, #"a \ b"#),
        (#"nobody@flickr.com ("It\'s")"#, "It's"),
        (#"nobody@flickr.com ("Marsh (north)")"#, "Marsh (north)"),
        (#"nobody@flickr.com (Marsh (north))"#, "Marsh (north)"),
        (#"nobody@flickr.com (heron)"#, "heron"),
        (#"nobody@flickr.com ("un"escaped")"#, #"un"escaped"#),
        (#" nobody@flickr.com ("x") "#, "x"),
        ("somebody else", "somebody else"), ("Heron (grey)", "Heron (grey)"), (#""quoted""#, "quoted"),
        (#"nobody@flickr.com ("")"#, nil), ("nobody@flickr.com ()", nil), ("nobody@flickr.com", nil), ("", nil),
        (" \u{200B}", nil),
    ])
    func `the author's name is found in every form`(author: String, name: String?) {
        #expect(FlickrItem.authorName(author) == name)
    }

    @Test(
        arguments: [
            ("", []), (" ", []), (" marsh  reeds ", ["marsh", "reeds"]), ("갈대\tmarsh\nx", ["갈대", "marsh", "x"]),
            ("a b c d", ["a", "b", "c"]),
        ] as [(String, [String])])
    func `tags are the words, none empty, not more than allowed`(text: String, tags: [String]) {
        #expect(FlickrItem.tags(text, limit: 3) == tags)
    }

    @Test(arguments: [
        (#""https:\/\/www.flickr.com\/p a\/""#, "https://www.flickr.com/p%20a/"),
        (#""\/\/www.flickr.com\/p\/""#, "https://www.flickr.com/p/"), (#""\/photos\/1""#, nil),
        (#""file:\/\/\/etc""#, nil),
        (#""https:\/\/x\/\u202e""#, nil),
    ])
    func `the page is an http address or nothing`(link: String, expected: String?) throws {
        let feed = try FlickrFeed().feed(in: Array(SampleFeed.text(SampleFeed.item(link: link)).utf8), for: FeedQuery())
        #expect(feed.photos.map(\.link) == [expected])
    }

    @Test func `a video is known by its poster's folder`() throws {
        let poster = #"{"m":"https:\/\/live.staticflickr.com\/31337\/5_ab_m.jpg"}"#
        let feed = try FlickrFeed().feed(
            in: Array(SampleFeed.text(SampleFeed.item(id: 4), SampleFeed.item(media: poster)).utf8), for: FeedQuery())
        #expect(feed.photos.map(\.isVideo) == [false, true])
    }
}
