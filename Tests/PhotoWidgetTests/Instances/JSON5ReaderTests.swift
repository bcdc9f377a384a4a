import Testing

@testable import PhotoWidget

@Suite struct JSON5ReaderTests {
    @Test(arguments: [
        ("{}", "{}"), ("[]", "[]"), ("null", "null"),
        ("{a: 1, 'b': [true, false,], \"c\": {},}", #"{"a":1,"b":[true,false],"c":{}}"#),
        ("// one\n/* two\n */ [1 /* three */, // four\n 2]", "[1,2]"),
        (#"'a\'b"c'"#, #""a'b\"c""#), (#""\u00e9\uD83E\uDD20\x41\n""#, #""é🤠A\n""#), ("'a\\\nb'", #""ab""#),
        ("0x1F", "31"), ("-0xf", "-15"), ("+5", "5"), (".5", "0.5"), ("5.", "5.0"), ("-1e3", "-1000.0"),
        ("1e-2", "0.01"),
        ("{$a_1: 1, ключ: 2}", #"{"$a_1":1,"ключ":2}"#), ("\u{FEFF}1", "1"),
        ("[9223372036854775807]", "[9223372036854775807]"),
    ])
    func `what JSON5 allows is read`(text: String, expected: String) throws {
        #expect(try JSON5Reader.read(text).json.compact == expected)
    }

    @Test(arguments: [
        "", "{", "[1", "{a}", "{a:}", "{a:1 b:2}", "[,]", "{,}", "'a", "\"a\nb\"", "/* open", "01", "0x", "1e", ".",
        "-",
        "NaN", "Infinity", "tru", "texas", "{a:1}{", "{a:1,a:2}", #""\uD83E""#, #""\1""#, #""\x4""#, "1__0", "{1a: 2}",
        String(repeating: "[", count: 100),
    ])
    func `what it does not is an error`(text: String) {
        #expect(throws: JSON5Reader.Fault.self) { try JSON5Reader.read(text) }
    }

    @Test func `an error names its line, and so does every value`() throws {
        #expect(throws: JSON5Reader.Fault(line: 3, expected: "',' or '}'")) {
            try JSON5Reader.read("{\n  a: 1\n  b: 2\n}")
        }
        guard case .object(let members) = try JSON5Reader.read("{\n\n  a:\n  [\n1] }").value else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.line) == [3] && members.map(\.node.line) == [4])
    }
}
