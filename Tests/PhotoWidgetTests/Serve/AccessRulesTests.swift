import Testing

@testable import PhotoWidget

@Suite struct AccessRulesTests {
    @Test(arguments: [
        ("localhost", "localhost"), ("LocalHost:8787", "localhost"), ("127.0.0.1:1", "127.0.0.1"),
        ("[::1]:8787", "::1"),
        ("[::1]", "::1"), ("localhost.", "localhost"), ("evil.example:80", "evil.example"),
    ])
    func `a name is what stands before the port`(host: String, name: String) {
        #expect(AccessRules.name(in: host) == name)
    }

    @Test(arguments: ["localhost:80@evil", "[::1]x", "localhost:x", "[::1", ":", "", "a:b:c"])
    func `what is no host is no name of ours`(host: String) {
        let name = AccessRules.name(in: host)
        #expect(name.isEmpty || name.hasPrefix("["))
    }

    @Test(arguments: ["127.0.0.1", "127.1.2.3", "::1"])
    func `loopback is loopback`(address: String) { #expect(AccessRules.isLoopback(address)) }

    @Test(arguments: ["0.0.0.0", "::", "192.168.1.2", "127.evil.example", "localhost", "1270.0.0.1", ""])
    func `nothing else is`(address: String) { #expect(!AccessRules.isLoopback(address)) }
}
