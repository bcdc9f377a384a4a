import FoundationEssentials
import PhotoWidget
import Testing

@Suite struct JSONTextTests {
    @Test func `keys keep their order and nothing is left out`() {
        let value = JSONText.object([("b", .integer(1)), ("a", .null), ("c", .array([.bool(true), .string("x")]))])
        #expect(value.compact == #"{"b":1,"a":null,"c":[true,"x"]}"#)
        #expect(value.pretty == "{\n  \"b\": 1,\n  \"a\": null,\n  \"c\": [\n    true,\n    \"x\"\n  ]\n}")
    }

    @Test func `empty containers stay on their line`() {
        #expect(JSONText.object([("a", .array([])), ("b", .object([]))]).pretty == "{\n  \"a\": [],\n  \"b\": {}\n}")
    }

    @Test(arguments: [
        ("\"\\/", #""\"\\/""#), ("\u{0}\u{1F}", #""\u0000\u001f""#), ("a\tb\nc\r", #""a\tb\nc\r""#),
        ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{7F}\u{9B}", #""\u007f\u009b""#), ("한국 🌅", "\"한국 🌅\""),
    ])
    func `strings are escaped`(text: String, expected: String) {
        #expect(JSONText.string(text).compact == expected)
    }

    @Test func `what is written is read back by another reader`() throws {
        let text = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init)))
        let bytes = Data(JSONText.array([.string(text)]).compact.utf8)
        #expect(try JSONDecoder().decode([String].self, from: bytes) == [text])
    }
}
