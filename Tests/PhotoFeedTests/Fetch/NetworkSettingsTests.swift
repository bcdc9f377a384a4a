import Testing

@testable import PhotoFeed

@Suite struct NetworkSettingsTests {
    private func proxy(_ environment: [String: String], for url: String) throws -> String? {
        try ProxySettings(environment: environment).proxy(for: HTTPOrigin(url: url), of: url)?.description
    }

    // MARK: Proxies

    @Test func `the variables are read as curl reads them`() throws {
        let all = ["http_proxy": "a:1", "https_proxy": "b:2", "HTTPS_PROXY": "c:3", "all_proxy": "d:4"]
        #expect(try proxy(all, for: "http://h/") == "http://a:1")
        #expect(try proxy(all, for: "https://h/") == "http://b:2")
        #expect(try proxy(["HTTPS_PROXY": "c:3"], for: "https://h/") == "http://c:3")
        #expect(try proxy(["HTTP_PROXY": "c:3"], for: "http://h/") == nil)
        #expect(try proxy(["ALL_PROXY": "socks5h://e:5"], for: "http://h/") == "socks5h://e:5")
        #expect(try proxy(["https_proxy": "", "all_proxy": "d:4"], for: "https://h/") == "http://d:4")
        #expect(try proxy([:], for: "https://h/") == nil)
    }

    @Test(arguments: [
        ("example.com", "http://example.com/", true), ("example.com", "http://www.example.com/", true),
        (".example.com", "http://example.com/", true), ("EXAMPLE.com.", "http://a.example.com./", true),
        ("example.com", "http://nonexample.com/", false), ("a,b example.com", "https://example.com:8443/", true),
        ("*", "http://anything/", true), ("*.example.com", "http://a.example.com/", false), ("", "http://h/", false),
        ("192.168.0.0/16", "http://192.168.7.9/", true), ("192.168.7.1/16", "http://192.168.7.9/", true),
        ("192.168.0.0/16", "http://192.169.0.1/", false), ("10.0.0.1", "http://10.0.0.1:81/", true),
        ("10.0.0.1", "http://0xa.1/", true), ("10.0.0.1", "http://10.0.0.11/", false), ("::1", "http://[::1]/", true),
        ("[::1]", "http://[::1]/", true), ("fd00::/8", "http://[fd12::1]/", true),
        ("fd00::/8", "http://[fe80::1]/", false),
        ("1.2.3.4", "http://a1.2.3.4.example/", false), (",,", "http://h/", false),
    ])
    func `no_proxy is read as curl reads it`(list: String, url: String, isDirect: Bool) throws {
        #expect(try (proxy(["all_proxy": "p:1", "no_proxy": list], for: url) == nil) == isDirect)
    }

    @Test(arguments: [
        ("proxy", "http://proxy:1080"), ("proxy:3128", "http://proxy:3128"), ("https://proxy", "https://proxy:443"),
        ("http://u:p%40ss@proxy:8080/path", "http://proxy:8080"),
        ("SOCKS5H://127.0.0.1:9050", "socks5h://127.0.0.1:9050"),
        ("http://[::1]:3128", "http://[::1]:3128"), ("u:p@proxy:1", "http://proxy:1"),
    ])
    func `a proxy is shown without its password`(text: String, shown: String) throws {
        #expect(try #require(ProxyAddress(text)).description == shown)
    }

    @Test(arguments: [
        "", "ftp://p:1", "http://", "http://:1", "http://p:0", "http://p:x", "http://p:99999", "http://a b:1", "[::1",
    ])
    func `what is no proxy is told by its setting`(text: String) throws {
        #expect(ProxyAddress(text) == nil)
        guard !text.isEmpty else { return }
        #expect(throws: FetchError.badProxy(url: "http://h/", setting: "http_proxy")) {
            try proxy(["http_proxy": text], for: "http://h/")
        }
    }

    @Test func `an option stands above the variables, and no_proxy still excepts`() throws {
        let settings = ProxySettings(environment: ["http_proxy": "a:1", "no_proxy": "near"])
            .replaced(by: "b:2", setting: "--proxy")
        for url in ["http://far/", "https://far/"] {
            #expect(try settings.proxy(for: HTTPOrigin(url: url), of: url)?.description == "http://b:2")
        }
        #expect(try settings.proxy(for: HTTPOrigin(url: "http://near/"), of: "") == nil)
    }

    // MARK: Certificates

    @Test func `curl's variable stands above OpenSSL's`() {
        let both = TrustedCertificates(environment: [
            "CURL_CA_BUNDLE": "/a", "SSL_CERT_FILE": "/b", "SSL_CERT_DIR": "/c",
        ])
        #expect(both.named == ["CURL_CA_BUNDLE /a"])
        let own = TrustedCertificates(environment: ["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "/b", "SSL_CERT_DIR": "/c"])
        #expect(own.named == ["SSL_CERT_FILE /b", "SSL_CERT_DIR /c"])
    }

    // MARK: Blocks

    @Test(arguments: [
        ("198.18.0.0/15", "198.18.0.0", true), ("198.18.0.0/15", "198.19.255.255", true),
        ("198.18.0.0/15", "198.20.0.0", false), ("198.18.0.0/15", "198.17.255.255", false),
        ("198.18.0.0/15", "[::ffff:198.18.0.5]", true), ("198.18.0.0/15", "[64:ff9b::c612:5]", false),
        ("::ffff:198.18.0.0/111", "198.19.0.1", true), ("fd00::/8", "[fd00::1]", true),
        ("fd00::/8", "[fc00::1]", false),
        ("10.1.2.3", "10.1.2.3", true), ("10.1.2.3", "10.1.2.4", false), ("::1", "[::1]", true),
        ("0.0.0.0/0", "10.0.0.1", true), ("0.0.0.0/0", "[fd00::1]", false), ("::/0", "10.0.0.1", false),
    ])
    func `a block holds its addresses and no others`(block: String, host: String, isIn: Bool) throws {
        let address = try #require(NetworkAddress(host: host))
        #expect(try #require(AddressBlock(block)).contains(address) == isIn)
    }

    @Test(arguments: [
        "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0/8",
        "10/8",
        "010.0.0.0/8", "0x0a.0.0.0/8", "fd00::/129", "fd00::1/8", "fe80::1%eth0", "::ffff:10.0.0.1/104", "example.com",
        " 10.0.0.0/8",
        "[fd00::]/8",
    ])
    func `what is no block is refused`(text: String) { #expect(AddressBlock(text) == nil) }

    @Test func `an allowed block opens itself and nothing else`() throws {
        let policy = AddressPolicy(allowedBlocks: [try #require(AddressBlock("198.18.0.0/15"))])
        let origin = try policy.admit("http://198.18.0.5/")
        #expect(policy.refusal(of: try #require(NetworkAddress(host: "198.19.0.1")), for: origin) == nil)
        for host in ["127.0.0.1", "10.0.0.1", "198.51.100.1", "[::1]"] {
            #expect(policy.refusal(of: try #require(NetworkAddress(host: host)), for: origin) != nil)
            #expect(throws: FetchError.self) { try policy.admit("http://\(host)/") }
        }
        #expect(throws: FetchError.self) { try policy.admit("http://localhost/") }
        _ = try AddressPolicy(allowedBlocks: [try #require(AddressBlock("127.0.0.0/8"))]).admit("http://localhost/")
    }
}
