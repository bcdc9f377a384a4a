import Testing

@testable import PhotoFeed

@Suite struct HTTPFieldsTests {
    static let stored = HTTPFields([
        .init(name: "ETag", value: "\"1\""), .init(name: "Content-Length", value: "10"),
        .init(name: "Cache-Control", value: "max-age=1"), .init(name: "cache-control", value: "public"),
    ])

    @Test func `names are compared without case and values joined in order`() {
        #expect(Self.stored["CACHE-CONTROL"] == "max-age=1, public")
        #expect(Self.stored.values("Cache-control") == ["max-age=1", "public"])
        #expect(Self.stored["Expires"] == nil)
    }

    @Test func `a 304 replaces each field it has, but not what describes the stored body`() {
        let new = HTTPFields([
            .init(name: "cache-control", value: "max-age=9"), .init(name: "Content-Length", value: "0"),
            .init(name: "Age", value: "3"),
        ])
        let updated = Self.stored.updated(by: new)
        #expect(updated["Cache-Control"] == "max-age=9")
        #expect(updated["Content-Length"] == "10")
        #expect(updated["ETag"] == "\"1\"")
        #expect(updated["Age"] == "3")
    }

    @Test func `a 304 without an age makes a stored age old news`() {
        let old = HTTPFields([.init(name: "Age", value: "50"), .init(name: "ETag", value: "\"1\"")])
        #expect(old.updated(by: HTTPFields([.init(name: "Date", value: "x")]))["Age"] == nil)
    }
}
