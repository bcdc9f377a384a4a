import Storage
import TestSupport
import Testing

@testable import SharedDefaults

@Suite struct JSONSyntaxTests {
    @Test(arguments: [
        "null", " true\n", "0", "-0.5e+3", "\"\"", "\"\\u00e9\\n 한\"", "[]", "[1, [2, {}]]",
        "{\"a\": {\"b\": [false]}}",
        String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
    ])
    func `JSON has no fault`(text: String) { #expect(JSONSyntax.fault(in: text) == nil) }

    @Test(arguments: [
        ("", "expected a value, but the text ends"), ("[1,2", "expected a comma or ], but the text ends"),
        ("{\"a\":1,}", "expected a name in quotes at byte 7"), ("[1,]", "expected a value at byte 3"),
        ("'a'", "expected a value at byte 0"), ("\"a", "expected a closing quote, but the text ends"),
        ("\"\\'\"", "an unknown escape at byte 2"), ("\"\\u12x4\"", "expected four hexadecimal digits at byte 5"),
        ("\"\t\"", "a control character in a string at byte 1"), ("01", "expected the end at byte 1"),
        ("1.", "expected a digit, but the text ends"), ("-", "expected a digit, but the text ends"),
        ("1e", "expected a digit, but the text ends"), ("nul", "expected null at byte 0"),
        ("{} {}", "expected the end at byte 3"), ("{\"a\" 1}", "expected a colon at byte 5"),
        (String(repeating: "[", count: 100_000), "nested more than 512 deep at byte 513"),
    ])
    func `a fault is named with its place`(text: String, fault: String) { #expect(JSONSyntax.fault(in: text) == fault) }

    /// SQLite has a reader of JSON of its own, written by others.
    @Test func `SQLite is of the same opinion on 20,000 texts`() throws {
        let scratch = try ScratchDirectory()
        let schema = DatabaseSchema(applicationID: 1, migrations: ["CREATE TABLE numbers (id INTEGER)"])
        var database = try Database.open(path: scratch("oracle.sqlite"), schema: schema)
        let originals = [
            #"{"id": 1, "isCompleted": true, "text": "Pack the tripod"}"#,
            #"[1, -2.5e+10, "a\u00e9\n\"", null, [], {}]"#, #"{"a":{"b":[false,{"c":"\\"}]},"d":0.10}"#,
        ].map { Array($0.utf8) }
        let letters = Array(#"{}[],:"\/0123456789.eE+-tfnrula"#.utf8) + [0x20, 0x01]
        var state: UInt64 = 1
        func random(below count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var verdicts = [true: 0, false: 0]
        for _ in 0..<20_000 {
            var bytes = originals[random(below: originals.count)]
            for _ in 0...random(below: 3) {
                let place = random(below: bytes.count)
                switch random(below: 3) {
                case 0: bytes[place] = letters[random(below: letters.count)]
                case 1: bytes.insert(letters[random(below: letters.count)], at: place)
                default: bytes.remove(at: place)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let isValid = try database.first("SELECT json_valid(?)", .text(text)) { $0.integer(0) == 1 } ?? false
            #expect((JSONSyntax.fault(in: text) == nil) == isValid, "\(text)")
            verdicts[isValid, default: 0] += 1
        }
        // Neither answer is rare, so that the test could fail.
        #expect(verdicts.values.allSatisfy { $0 > 1000 })
    }
}
