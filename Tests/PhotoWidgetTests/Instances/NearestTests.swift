import PhotoWidget
import Testing

@Suite struct NearestTests {
    @Test(arguments: [
        ("refesh", "refresh"), ("refrehs", "refresh"), ("thumb", "thumbnail"), ("currnet", "current"),
        ("cach", "cache"),
        ("xyzzy", nil), ("", nil),
    ])
    func `a slip of the fingers finds its word`(word: String, expected: String?) {
        #expect(Nearest.word(to: word, among: ["refresh", "current", "thumbnail", "cache", "run"]) == expected)
    }

    @Test(arguments: [("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3), ("a", "", 1)])
    func `distances count edits and swaps`(one: String, other: String, distance: Int) {
        #expect(Nearest.distance(one, other) == distance)
        #expect(Nearest.distance(other, one) == distance)
    }
}
