import Testing

@testable import WebServer

@Suite struct PercentCodingTests {
    @Test(arguments: [("abc", "abc"), ("a%2Fb", "a/b"), ("%C3%a9", "é"), ("a+b", "a+b"), ("", ""), ("%25", "%")])
    func `what was encoded comes back`(text: String, decoded: String) {
        #expect(PercentCoding.decoded(text) == decoded)
    }

    @Test(arguments: ["%", "%1", "%zz", "%C3", "%00", "a%ff", "%+1"])
    func `what is none is refused`(text: String) {
        #expect(PercentCoding.decoded(text) == nil)
    }
}
