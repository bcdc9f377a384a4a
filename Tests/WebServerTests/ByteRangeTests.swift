import Testing

@testable import WebServer

@Suite struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-9", 0..<10), ("bytes=90-", 90..<100), ("bytes=-5", 95..<100), ("bytes=0-0", 0..<1),
        ("bytes=50-1000", 50..<100), ("bytes=-1000", 0..<100), ("BYTES=1-2", 1..<3),
        ("bytes=10-99999999999999999999", 10..<100),
    ])
    func `one range is a part`(header: String, part: Range<Int>) {
        #expect(ByteRange(header, byteCount: 100) == .part(part))
    }

    @Test(arguments: ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999-"])
    func `what begins behind the end cannot be had`(header: String) {
        #expect(ByteRange(header, byteCount: 100) == .unsatisfiable)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=5-4", "bytes=a-b", "bytes=1", "items=0-9", "bytes=0-1,4-5",
        "bytes=--1",
        "bytes=+1-2", "bytes=1-2-3",
    ])
    func `what is not understood, or several ranges, is the whole`(header: String) {
        #expect(ByteRange(header, byteCount: 100) == .whole)
    }

    @Test func `an empty body has no part`() {
        #expect(ByteRange("bytes=0-", byteCount: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-1", byteCount: 0) == .unsatisfiable)
    }
}
