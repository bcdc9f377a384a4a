import PhotoWidget
import Testing

@testable import PhotoWidgetCLI

@Suite struct ArgumentsTests {
    private static let specification = CommandSpecification(
        name: "try", summary: "", operands: "SRC…", operandCount: 0...2,
        options: [OptionGroup(title: "", options: [.tags, .every, .fit, .strict, .output])])

    private func parse(_ words: String...) throws -> Arguments { try Arguments(words, for: Self.specification) }

    @Test(arguments: [["--every", "5"], ["--every=5"], ["--every=3", "--every", "5"]])
    func `a value stands behind a space or an equals sign, and the last one counts`(words: [String]) throws {
        #expect(try Arguments(words, for: Self.specification).string(.every) == "5")
    }

    @Test(arguments: [["-o", "x"], ["-ox"], ["-qo", "x"], ["-qox"]])
    func `short options may be joined`(words: [String]) throws {
        #expect(try Arguments(words, for: Self.specification).string(.output) == "x")
    }

    @Test func `a repeated option keeps all its values`() throws {
        #expect(try parse("--tags", "a,b", "--tags=c").strings(.tags) == ["a,b", "c"])
    }

    @Test func `two dashes end the options`() throws {
        let arguments = try parse("--strict", "--", "--every", "-")
        #expect(arguments.operands == ["--every", "-"])
        #expect(arguments.has(.strict))
    }

    @Test func `a single dash is an operand`() throws {
        #expect(try parse("-").operands == ["-"])
    }

    @Test func `a value may start with a dash, and be empty`() throws {
        #expect(try parse("--tags", "-x").string(.tags) == "-x")
        #expect(try parse("--cache-dir=").string(.cacheDirectory) == "")
    }

    @Test(arguments: [
        (["--evry", "5"], "try: unknown option --evry; did you mean --every?"),
        (["--zzzzzz"], "try: unknown option --zzzzzz"), (["-z"], "try: unknown option -z"),
        (["--every"], "--every: a value is missing (expected SECONDS)"),
        (["--strict=yes"], #"--strict: takes no value, but was given "yes""#),
        (["--fit", "fill"], #"--fit: "fill" is not one of contain, cover, exact"#),
        (["a", "b", "c"], #"try: expected SRC…, found "a b c""#),
    ])
    func `what is wrong is named`(words: [String], message: String) {
        #expect {
            try Arguments(words, for: Self.specification)
        } throws: { "\($0)" == message }
    }

    @Test(arguments: [("5", 5), ("90s", 90), ("3m", 180), ("2h", 7200), ("1d", 86400), ("0.5", 0.5)])
    func `times are seconds or have a unit`(text: String, seconds: Double) throws {
        #expect(try parse("--every", text).seconds(.every) == seconds)
    }

    @Test(arguments: ["", "0", "-1", "m", "1w", "1e3", "nan", "inf", "١", "99999d", "1 s"])
    func `other times are refused with what was expected`(text: String) {
        #expect(
            throws: UsageError.badValue(
                option: "--every", value: text, expected: "a time in seconds, or as 90s, 3m, 2h, 1d")
        ) { try parse("--every=\(text)").seconds(.every) }
    }

    @Test(arguments: [("1", 1), ("64K", 65536), ("32M", 33_554_432), ("1g", 1 << 30)])
    func `quantities have powers of 1024`(text: String, count: Int) {
        #expect(Arguments.quantity(of: text) == count)
    }

    @Test(arguments: ["", "0", "-1", "M", "1T", "1.5M", "99999999999999999999", "9999999999G", "+1"])
    func `other quantities are refused`(text: String) { #expect(Arguments.quantity(of: text) == nil) }

    @Test(arguments: [("300x200", 300, 200), ("normal", 128, 128), ("xx-large", 1024, 1024), ("1x65535", 1, 65535)])
    func `boxes have two sides or a name`(text: String, width: Int, height: Int) throws {
        let box = try #require(Arguments.box(of: text))
        #expect(box.width == width && box.height == height)
    }

    @Test(arguments: ["", "300", "x", "0x5", "5x", "5x5x5", "-1x5", "65536x1", "5 x 5", "٥x٥"])
    func `other boxes are refused`(text: String) { #expect(Arguments.box(of: text) == nil) }
}
