import FoundationEssentials
import Testing

@testable import PhotoFeed

@Suite struct FeedSelectionTests {
    private func photos(_ published: Double?...) -> [PhotoModel] {
        published.enumerated().map { index, seconds in
            PhotoModel(
                title: "\(index)", media: PhotoURL("\(index)"),
                published: seconds.map(Date.init(timeIntervalSince1970:)))
        }
    }

    private func titles(
        _ selection: FeedSelection, _ photos: [PhotoModel], at seconds: Double = 0, every: Double = 180,
        seed: UInt64 = 1
    ) throws(FeedError) -> String {
        var random = SeededGenerator(seed: seed)
        return try selection.ordered(
            photos, now: Date(timeIntervalSince1970: seconds), every: every, using: &random
        ).map(\.title).joined()
    }

    @Test func `the first is the first as listed, whatever the dates say`() throws {
        #expect(try titles(.first, photos(1, 3, 2)) == "012")
    }

    @Test func `the newest goes by date, equal ones as listed, undated ones last`() throws {
        #expect(try titles(.newest, photos(nil, 2, 3, 3, nil, 1)) == "231504")
    }

    @Test func `a number counts from one and the others follow as listed`() throws {
        #expect(try titles(.number(1), photos(1, 2, 3)) == "012")
        #expect(try titles(.number(3), photos(1, 2, 3)) == "201")
        #expect(throws: FeedError.badQuery(option: "--item", value: "4", expected: "1 to 3, as many as the feed has")) {
            try titles(.number(4), photos(1, 2, 3))
        }
    }

    @Test(
        arguments: [(0, "012"), (179, "012"), (180, "102"), (360, "201"), (540, "012"), (-1, "201"), (-181, "102")]
            as [(Double, String)])
    func `rotating shows another photo for each entry`(seconds: Double, order: String) throws {
        #expect(try titles(.rotate, photos(1, 2, 3), at: seconds) == order)
    }

    @Test func `rotating survives any date`() throws {
        for seconds in [1e300, -1e300, .infinity] {
            #expect(try titles(.rotate, photos(1, 2, 3), at: seconds, every: 1e-300).count == 3)
        }
    }

    @Test func `a random choice follows its generator and reaches every photo`() throws {
        let three = photos(1, 2, 3)
        #expect(try titles(.random, three, seed: 7) == titles(.random, three, seed: 7))
        #expect(Set(try (0..<64).map { try titles(.random, three, seed: $0) }) == ["012", "102", "201"])
    }

    @Test(arguments: [FeedSelection.first, .newest, .random, .rotate, .number(1)])
    func `of no photos none is chosen`(selection: FeedSelection) throws {
        #expect(try titles(selection, []) == "")
    }

    @Test(
        arguments: [
            ("first", .first), ("newest", .newest), ("random", .random), ("rotate", .rotate), ("1", .number(1)),
            ("20", .number(20)),
            ("0", nil), ("-1", nil), ("+1", nil), ("", nil), ("last", nil), ("1.5", nil), ("99999999999999999999", nil),
        ] as [(String, FeedSelection?)])
    func `the words of the command line are read`(text: String, selection: FeedSelection?) {
        #expect(FeedSelection(text) == selection)
    }
}
