import Testing

@testable import PhotoFeed

@Suite struct NetworkAddressTests {
    @Test(arguments: [
        ("[2001:db8:0:0:1:0:0:1]", "2001:db8::1:0:0:1"), ("[2001:DB8:0:1:1:1:1:1]", "2001:db8:0:1:1:1:1:1"),
        ("[0:0:0:0:0:0:0:0]", "::"), ("[1:0:0:0:0:0:0:0]", "1::"), ("[0:0:0:0:0:0:0:1]", "::1"),
        ("[2001:0:0:1:0:0:0:1]", "2001:0:0:1::1"), ("[::ffff:c000:0201]", "::ffff:192.0.2.1"), ("8.8.2056", "8.8.8.8"),
    ])
    func `an address is written in the usual way`(host: String, text: String) {
        #expect(NetworkAddress(host: host)?.description == text)
    }

    @Test(arguments: [
        "", "a", "1.2.3.4.5", "256.0.0.1", "1..2", ".1", "[", "[]", "[:]", "[:::]", "::1", "0x1g", "1.2.3.-4",
    ])
    func `what is no numeric address is none`(host: String) {
        #expect(NetworkAddress(host: host) == nil)
    }

    @Test func `an address has four or sixteen bytes`() {
        #expect(NetworkAddress(bytes: [127, 0, 0, 1])?.description == "127.0.0.1")
        #expect(NetworkAddress(bytes: Array(repeating: 0, count: 16))?.description == "::")
        #expect(NetworkAddress(bytes: [1, 2, 3]) == nil)
    }
}
