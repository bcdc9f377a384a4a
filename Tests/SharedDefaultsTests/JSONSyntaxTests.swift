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
}
