import Testing

@testable import PhotoFeed

@Suite struct FeedRepairTests {
    private func read(_ text: String, limits: FeedLimits = FeedLimits()) throws(FeedError) -> [String: JSONValue] {
        var repair = FeedRepair(Array(text.utf8), limits: limits)
        return try repair.document()
    }

    private func string(_ literal: [UInt8]) throws -> (value: String?, counts: FeedRepair.Counts) {
        var repair = FeedRepair(Array("{\"s\":".utf8) + literal + Array("}".utf8))
        return (try repair.document()["s"]?.string, repair.counts)
    }

    @Test(arguments: [
        (#""It\'s""#, "It's"), (#""end\\'s""#, #"end\'s"#), (#""\q\x41""#, "qx41"), (#""a\/b""#, "a/b"),
        (#""\b\f\n\r\t\"\\""#, "\u{8}\u{C}\n\r\t\"\\"), (#""\u0041\u00e9\uac00""#, "Aé가"),
        (#""\ud83c\udf3e""#, "🌾"), (#""nul\u0000in""#, "nul\0in"),
        (#""\ud83c""#, "\u{FFFD}"), (#""\udf3e!""#, "\u{FFFD}!"), (#""\ud83c\ud83c\udf3e""#, "\u{FFFD}🌾"),
        (#""\ud83c\n""#, "\u{FFFD}\n"), (#""\ud83cA""#, "\u{FFFD}A"), (#""\u12""#, "\u{FFFD}12"),
        (#""\u""#, "\u{FFFD}"),
    ])
    func `escapes give their character, forbidden ones the character itself`(literal: String, value: String) throws {
        let read = try string(Array(literal.utf8)).value
        #expect(read.map { Array($0.unicodeScalars) } == Array(value.unicodeScalars))
    }

    @Test func `raw control characters inside a string are kept and counted`() throws {
        let (value, counts) = try string([0x22, 0x61, 0x09, 0x62, 0x0A, 0x00, 0x22])
        #expect(value == "a\tb\n\0")
        #expect(counts == FeedRepair.Counts(controlCharacters: 3))
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x8C], [0xF5, 0x80, 0x80, 0x80], [0x80],
        ] as [[UInt8]])
    func `bad UTF-8 becomes the replacement character and nothing else is lost`(bad: [UInt8]) throws {
        let (value, counts) = try string([0x22, 0x61] + bad + [0x62, 0x22])
        let text = try #require(value)
        #expect(text.hasPrefix("a\u{FFFD}") && text.hasSuffix("\u{FFFD}b"))
        #expect(counts == FeedRepair.Counts(badUTF8: 1))
    }

    @Test func `each kind of repair is counted once for each place`() throws {
        let (_, counts) = try string(Array(#""\' \' \ud800 \ud800 \ud800""#.utf8))
        #expect(counts == FeedRepair.Counts(escapes: 2, surrogates: 3))
    }

    @Test(arguments: [
        #"{"a":1}"#, #"  {"a":1}  "#, "\u{FEFF}{\"a\":1}", #"{"a":1};"#,
        #"feed({"a":1})"#, #"feed({"a":1});"#, #"/**/feed ( {"a":1} ) ; "#,
        "\u{FEFF}\n/* ( { */ feed({\"a\":1}) // end",
        #"Flickr.callbacks[0]({"a":1})"#, #"typeof f==='function'&&f({"a":1});"#, #"feed(/* {( */{"a":1})"#,
        #"({"a":1})"#, #"feed({"a":1}"#,
    ])
    func `what stands around the feed is taken off by position`(text: String) throws {
        #expect(try read(text) == ["a": .number("1")])
    }

    @Test func `the wrapper's own words inside a string stay`() throws {
        #expect(try read(#"feed({"t":"}) feed({ \" // /* );"});"#) == ["t": .string("}) feed({ \" // /* );")])
    }

    @Test func `values of every kind are read, and of two members with one name the last`() throws {
        let document = try read(#"{"a":[null,true,false,-1.5e3,"x",{}],"b":1,"b":2,}"#)
        #expect(
            document == [
                "a": .array([.null, .bool(true), .bool(false), .number("-1.5e3"), .string("x"), .object([:])]),
                "b": .number("2"),
            ])
    }

    @Test(arguments: [
        ("", 0, "an empty"), ("\u{FEFF} ", 4, "an empty"), ("<!DOCTYPE html><p>x", 0, "HTML page"),
        ("<HTML>", 0, "HTML page"),
        ("<?xml version='1.0'?><feed/>", 0, "XML"), ("[1]", 0, "a list"), ("busy (try {later})", 0, "other text"),
        (#"{"a":1} x"#, 8, "more text"), (#"{"a":1"#, 6, "neither comma nor brace"), (#"{"a":"b"#, 5, "does not end"),
        (#"{"a" 1}"#, 5, "no colon"), (#"{"a":}"#, 5, "no value"), (#"{"a":[1 2]}"#, 8, "neither comma nor bracket"),
        (#"{"a":nul}"#, 5, "no value"), (#"{a:1}"#, 1, "no name"), (#"{,}"#, 1, "no name"),
        (#"{"a":"b\"#, 5, "does not end"),
    ])
    func `what is no feed is refused with its place and reason`(text: String, offset: Int, reason: String) throws {
        let error = #expect(throws: FeedError.self) { try read(text) }
        guard case .notJSON(offset, _, let told)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(told.contains(reason))
    }

    @Test func `an excerpt is short and cannot steer a terminal`() throws {
        let error = #expect(throws: FeedError.self) {
            try read("\u{1B}]0;x\u{7}\u{202E}\n" + String(repeating: "y", count: 1000))
        }
        guard case .notJSON(_, let excerpt, _)? = error else { return }
        #expect(excerpt.hasPrefix("\u{FFFD}]0;x\u{FFFD}\u{FFFD}\u{FFFD}y"))
        #expect(excerpt.count == 25 && excerpt.hasSuffix("…"))
    }

    @Test func `nesting is read down to 64 levels and refused below`() throws {
        let deepest = #"{"a":"# + String(repeating: "[", count: 63) + String(repeating: "]", count: 63) + "}"
        #expect(try read(deepest).count == 1)
        let deeper = #"{"a":"# + String(repeating: "[", count: 1_000_000)
        #expect(throws: FeedError.overLimit(what: "depth", limit: 64)) { try read(deeper) }
    }

    @Test func `bytes, items and values have their limits`() throws {
        let items = String(repeating: "0,", count: 501)
        #expect(try read(#"{"items":["# + items.dropLast(2) + "]}").count == 1)
        #expect(throws: FeedError.overLimit(what: "items", limit: 500)) { try read(#"{"items":["# + items + "]}") }
        let large = String(repeating: " ", count: (4 << 20) + 1)
        #expect(throws: FeedError.overLimit(what: "bytes", limit: 4 << 20)) { try read(large) }
        #expect(throws: FeedError.overLimit(what: "values", limit: 3)) {
            try read(#"{"a":[1,2,3]}"#, limits: FeedLimits(values: 3))
        }
    }

    @Test(arguments: [
        ("abcdef", "abcd"), ("abcé", "abc"), ("abc🌾", "abc"), ("abé", "abé"), ("ab🌾", "ab"), ("abcd", "abcd"),
    ])
    func `a string over its limit is cut between characters`(text: String, cut: String) throws {
        var repair = FeedRepair(Array("{\"s\":\"\(text)\"}".utf8), limits: FeedLimits(stringBytes: 4))
        #expect(try repair.document()["s"] == .string(cut))
        #expect(repair.counts == FeedRepair.Counts(cutStrings: text == cut ? 0 : 1))
    }
}
