import FoundationEssentials
import Raster
import Testing

@testable import PhotoFeed

@Suite struct FlickrFeedTests {
    private func read(_ text: String, _ query: FeedQuery = FeedQuery()) throws(FeedError) -> Feed {
        try FlickrFeed().feed(in: Array(text.utf8), for: query)
    }

    @Test func `a plain entry gives a photo with every field`() throws {
        let feed = try read(SampleFeed.text(SampleFeed.item(title: #""\uac08\ub300 \ud83c\udf3e""#)))
        #expect(feed.title == "Recent Uploads tagged marsh")
        #expect(feed.warnings.isEmpty && feed.notices.isEmpty)
        #expect(
            feed.photos == [
                PhotoModel(
                    id: "52000000001", title: "갈대 🌾", author: "Grey Heron", authorID: "9000001@N02",
                    link: "https://www.flickr.com/photos/heron/1/",
                    media: PhotoURL("https://live.staticflickr.com/65535/52000000001_00c0ffee11_m.jpg"),
                    previewSize: PixelSize(width: 240, height: 160), dateTaken: "2026-10-01T06:30:00",
                    published: Date(timeIntervalSince1970: 1_790_928_000), tags: ["marsh", "reeds"])
            ])
    }

    @Test func `photos keep the feed's order and none comes twice`() throws {
        let feed = try read(SampleFeed.text([3, 1, 3, 2].map { SampleFeed.item(id: $0) }))
        #expect(feed.photos.map(\.id) == ["3", "1", "2"])
        #expect(feed.warnings == ["items[2] skipped: listed before"])
    }

    @Test(arguments: [
        (#"{"title":"t"}"#, "no media"), ("null", "null, not an object"), ("{}", "no media"),
        ("[]", "a list, not an object"),
        (#""x""#, "a string, not an object"), (#"{"media":null}"#, "media is null"),
        (#"{"media":"x"}"#, "media is a string"),
        (#"{"media":{}}"#, "no media.m"), (#"{"media":{"m":null}}"#, "media.m is null"),
        (#"{"media":{"m":[]}}"#, "media.m is a list"), (#"{"media":{"m":""}}"#, "media.m is empty"),
        (#"{"media":{"m":"no address"}}"#, "media.m is not an address: no address"),
        (#"{"media":{"m":"https:///x.jpg"}}"#, "media.m is not an address: https:///x.jpg"),
    ])
    func `a bad entry is skipped with its place and reason, the others stay`(entry: String, reason: String) throws {
        let feed = try read(SampleFeed.text(SampleFeed.item(id: 1), entry, SampleFeed.item(id: 2)))
        #expect(feed.photos.map(\.id) == ["1", "2"])
        #expect(feed.warnings == ["items[1] skipped: \(reason)"])
    }

    @Test func `parts of the wrong type are left out, the photo stays`() throws {
        let entry = SampleFeed.item(
            title: "7", link: "[]", dateTaken: "{}", description: "null", published: "12", author: "true",
            authorID: "{}", tags: #"["a"]"#)
        let photo = try #require(try read(SampleFeed.text(entry)).photos.first)
        #expect(photo == PhotoModel(id: "52000000001", title: "", media: photo.media))
    }

    @Test func `every fault that loses a standard decoder the whole feed costs one line`() throws {
        let text = SampleFeed.text(
            SampleFeed.item(id: 1, title: #""It\'s""#), SampleFeed.item(id: 2, title: "\"a\tb\""),
            SampleFeed.item(id: 3, title: #""cut \ud83d""#), SampleFeed.item(id: 4, title: "\"bad BYTE\""))
        let bytes = Array(text.utf8)
        let place = try #require(bytes.firstRange(of: Array("BYTE".utf8)))
        let feed = try FlickrFeed().feed(
            in: bytes[..<place.lowerBound] + [0xE9] + bytes[place.upperBound...], for: FeedQuery())
        #expect(feed.photos.map(\.title) == ["It's", "a\tb", "cut \u{FFFD}", "bad \u{FFFD}"])
        #expect(feed.notices.map { $0.prefix(12) } == Array(repeating: "repaired 1: ", count: 4))
    }

    @Test func `an empty list is an empty feed, a missing one an error that names it`() throws {
        #expect(try read(SampleFeed.text()) == Feed(title: "Recent Uploads tagged marsh", photos: []))
        for text in [#"{"title":"x"}"#, #"{"items":null}"#, #"{"items":{}}"#] {
            #expect(throws: FeedError.missingKey("items")) { try read(text) }
        }
    }

    @Test func `the service's own error is passed on, its text made safe`() throws {
        #expect(throws: FeedError.service(code: 95, message: "SSL is\u{FFFD}required")) {
            try read(#"{"stat":"fail","code":95,"message":"SSL is\nrequired"}"#)
        }
        #expect(throws: FeedError.service(code: nil, message: "")) { try read(#"{"stat":"fail"}"#) }
    }

    @Test func `with an author asked for, photos of others are left out`() throws {
        let text = SampleFeed.text(
            SampleFeed.item(id: 1, authorID: #""1@N02""#), SampleFeed.item(id: 2, authorID: #""2@N02""#),
            SampleFeed.item(id: 3, authorID: "null"))
        let feed = try read(text, FeedQuery(user: "1@N02"))
        #expect(feed.photos.map(\.id) == ["1"])
        #expect(
            feed.warnings == [
                "items[1] skipped: by 2@N02, not by 1@N02", "items[2] skipped: by nobody, not by 1@N02",
            ])
        #expect(throws: FeedError.wrongAuthor(expected: "9@N02")) { try read(text, FeedQuery(user: "9@N02")) }
        #expect(try read(SampleFeed.text(), FeedQuery(user: "9@N02")).photos.isEmpty)
    }

    @Test func `a time or a page that is none is left out with a notice`() throws {
        let feed = try read(
            SampleFeed.text(SampleFeed.item(link: #""javascript:alert(1)""#, published: #""2024-02-30T00:00:00Z""#)))
        #expect(feed.photos.first.map { $0.link == nil && $0.published == nil } == true)
        #expect(
            feed.notices == [
                "items[0]: published is not a time: 2024-02-30T00:00:00Z",
                "items[0]: link is not an http address: javascript:alert(1)",
            ])
    }

    @Test func `a warning never breaks its line`() throws {
        let feed = try read(SampleFeed.text(SampleFeed.item(media: #"{"m":"a\nb\u001b[2J\u202e c"}"#)))
        #expect(feed.warnings == ["items[0] skipped: media.m is not an address: a\u{FFFD}b\u{FFFD}[2J\u{FFFD} c"])
    }

    /// What a copy that went wrong looks like: bytes changed, doubled, lost and put in from JSON's own alphabet.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `a damaged feed gives a feed or a typed error`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let whole = Array(
            ("/**/feed(" + SampleFeed.text((1...3).map { SampleFeed.item(id: $0, title: #""It\'s \ud83c\udf3e""#) })
                + ");").utf8)
        let alphabet = Array("{}[]()\",:\\u'/*;d8 \u{0}\u{1B}".utf8) + [0xFF, 0xC3, 0xF0, 0x80]
        for _ in 0..<100 {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &random)
                let byte = alphabet.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                case 2: bytes.remove(at: place)
                case 3: bytes.removeSubrange(place...)
                default: bytes.insert(contentsOf: bytes[place...].prefix(200), at: place)
                }
            }
            do throws(FeedError) {
                let feed = try FlickrFeed().feed(in: bytes, for: FeedQuery())
                #expect(Set(feed.photos.map(\.media)).count == feed.photos.count)
                #expect(feed.photos.allSatisfy { !$0.displayTitle.isEmpty && !$0.tags.contains("") })
            } catch {
                if case .notJSON(let offset, _, _) = error { #expect((0...bytes.count).contains(offset)) }
            }
        }
    }
}

/// SplitMix64: the same numbers for the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
