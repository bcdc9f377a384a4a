import Testing

@testable import PhotoFeed

@Suite struct AddressPolicyTests {
    /// Every way to write an address that is not public, with the address that the error must name.
    static let disguises: [(url: String, address: String)] = [
        // Plain
        ("http://127.0.0.1/", "127.0.0.1"), ("https://127.0.0.1:8080/a", "127.0.0.1"),
        ("http://127.255.255.254/", "127.255.255.254"), ("http://10.0.0.1/", "10.0.0.1"),
        ("http://172.16.0.1/", "172.16.0.1"), ("http://172.31.255.255/", "172.31.255.255"),
        ("http://192.168.1.1/", "192.168.1.1"), ("http://169.254.169.254/latest/meta-data/", "169.254.169.254"),
        ("http://100.64.0.1/", "100.64.0.1"), ("http://100.127.255.255/", "100.127.255.255"),
        ("http://0.0.0.0/", "0.0.0.0"), ("http://0.1.2.3/", "0.1.2.3"), ("http://192.0.0.8/", "192.0.0.8"),
        ("http://192.0.2.1/", "192.0.2.1"), ("http://198.18.0.1/", "198.18.0.1"),
        ("http://198.19.255.255/", "198.19.255.255"), ("http://198.51.100.1/", "198.51.100.1"),
        ("http://203.0.113.1/", "203.0.113.1"), ("http://192.88.99.1/", "192.88.99.1"),
        ("http://224.0.0.1/", "224.0.0.1"), ("http://239.255.255.255/", "239.255.255.255"),
        ("http://240.0.0.1/", "240.0.0.1"), ("http://255.255.255.255/", "255.255.255.255"),
        // Other bases, fewer parts
        ("http://2130706433/", "127.0.0.1"), ("http://0x7f000001/", "127.0.0.1"), ("http://0x7f.1/", "127.0.0.1"),
        ("http://0X7F.0X1/", "127.0.0.1"), ("http://017700000001/", "127.0.0.1"), ("http://0177.0.0.1/", "127.0.0.1"),
        ("http://0177.0x0.0.01/", "127.0.0.1"), ("http://127.1/", "127.0.0.1"), ("http://127.0.1/", "127.0.0.1"),
        ("http://0/", "0.0.0.0"), ("http://0x0/", "0.0.0.0"), ("http://00000000/", "0.0.0.0"),
        ("http://0x/", "0.0.0.0"),
        ("http://2852039166/", "169.254.169.254"), ("http://0xa9fea9fe/", "169.254.169.254"),
        ("http://0251.0376.0251.0376/", "169.254.169.254"), ("http://169.254.43518/", "169.254.169.254"),
        ("http://3232235777/", "192.168.1.1"), ("http://10.1/", "10.0.0.1"), ("http://127.0.0.1./", "127.0.0.1"),
        ("http://000000177.0.0.1/", "127.0.0.1"),
        // Ports, user names, other parts
        ("http://127.0.0.1:/", "127.0.0.1"), ("http://127.0.0.1:80", "127.0.0.1"), ("HTTP://127.0.0.1?a", "127.0.0.1"),
        ("http://127.0.0.1#@example.com/", "127.0.0.1"), ("http://example.com@127.0.0.1/", "127.0.0.1"),
        ("http://user:pass@127.0.0.1/", "127.0.0.1"), ("http://a@b@127.0.0.1/", "127.0.0.1"),
        ("http://127.0.0.1?@example.com/", "127.0.0.1"), ("http://live.staticflickr.com:80@10.0.0.1/", "10.0.0.1"),
        // Per cent and look-alikes
        ("http://127%2e0%2e0%2e1/", "127.0.0.1"), ("http://%31%32%37.0.0.1/", "127.0.0.1"),
        ("http://127。0。0。1/", "127.0.0.1"), ("http://127．0｡0。1/", "127.0.0.1"),
        ("http://１２７.0.0.1/", "127.0.0.1"), ("http://①②⑦.⓪.⓪.①/", "127.0.0.1"), ("http://¹²⁷.0.0.1/", "127.0.0.1"),
        ("http://𝟏𝟐𝟕.0.0.1/", "127.0.0.1"), ("http://%EF%BC%91%EF%BC%92%EF%BC%97.1/", "127.0.0.1"),
        ("http://0ｘ7f.1/", "127.0.0.1"),
        // IPv6
        ("http://[::1]/", "::1"), ("http://[0:0:0:0:0:0:0:1]:8080/", "::1"), ("http://[::]/", "::"),
        ("http://[0000::0001]/", "::1"), ("http://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1"),
        ("http://[::ffff:7f00:1]/", "::ffff:127.0.0.1"), ("http://[::FFFF:A9FE:A9FE]/", "::ffff:169.254.169.254"),
        ("http://[0:0:0:0:0:ffff:10.0.0.1]/", "::ffff:10.0.0.1"), ("http://[::127.0.0.1]/", "::7f00:1"),
        ("http://[::ffff:0:127.0.0.1]/", "::ffff:0:7f00:1"), ("http://[64:ff9b::127.0.0.1]/", "64:ff9b::7f00:1"),
        ("http://[64:ff9b::a9fe:a9fe]/", "64:ff9b::a9fe:a9fe"), ("http://[64:ff9b:1::1]/", "64:ff9b:1::1"),
        ("http://[fe80::1]/", "fe80::1"), ("http://[fe80::1%25eth0]/", "fe80::1"), ("http://[febf::1]/", "febf::1"),
        ("http://[fec0::1]/", "fec0::1"), ("http://[fc00::1]/", "fc00::1"),
        ("http://[fd00:ec2::254]/", "fd00:ec2::254"),
        ("http://[ff02::1]/", "ff02::1"), ("http://[2001::1]/", "2001::1"), ("http://[2001:db8::1]/", "2001:db8::1"),
        ("http://[2001:2::1]/", "2001:2::1"), ("http://[2001:20::1]/", "2001:20::1"),
        ("http://[2002:7f00:1::]/", "2002:7f00:1::"), ("http://[3fff::1]/", "3fff::1"), ("http://[100::1]/", "100::1"),
        ("http://[5f00::1]/", "5f00::1"), ("http://[4000::1]/", "4000::1"), ("http://user@[::1]/", "::1"),
        // Names of this machine
        ("http://localhost/", "localhost"), ("http://LOCALHOST./", "localhost"), ("http://a.localhost/", "a.localhost"),
        ("http://ｌｏｃａｌｈｏｓｔ/", "localhost"), ("http://ⓛocalhost/", "localhost"), ("http://%6cocalhost/", "localhost"),
        // Other schemes
        ("file:///etc/passwd", "file"), ("FILE:/etc/passwd", "file"), ("ftp://127.0.0.1/", "ftp"),
        ("gopher://127.0.0.1:6379/_", "gopher"), ("dict://127.0.0.1/", "dict"), ("data:text/html,a", "data"),
        ("javascript:alert(1)", "javascript"), ("jar:http://a!/", "jar"), ("ws://127.0.0.1/", "ws"),
    ]

    @Test func `the table of disguises is long enough`() {
        #expect(Self.disguises.count >= 100)
    }

    @Test(arguments: disguises)
    func `an address that is not public is refused and named, however it is written`(url: String, address: String) {
        #expect {
            try AddressPolicy().admit(url)
        } throws: { error in
            guard case .refused(url, address, let reason) = error as? FetchError else { return false }
            return !reason.isEmpty
        }
    }

    @Test(arguments: [
        "", "/relative", "//127.0.0.1/", "http:", "http:/127.0.0.1/", "http:127.0.0.1", "http:///127.0.0.1/", "http://",
        "http://:80/", "http://@/", "http:\\\\127.0.0.1\\", "http://a\\@127.0.0.1/", "http://127.0.0.1\\@example.com/",
        " http://127.0.0.1/", "http://127.0.0.1 /", "http://a\tb/", "http://a\nb/", "http://a\u{0}b/", "http://a%00b/",
        "http://a%0ab/", "http://a%2fb/", "http://a%zz/", "http://a%4/", "http://[::1", "http://[::1]a/", "http://[]/",
        "http://[1:2:3:4:5:6:7]/", "http://[1:2:3:4:5:6:7:8:9]/", "http://[::1::]/", "http://[12345::]/",
        "http://[::127.0.0.256]/", "http://[::127.1]/", "http://[g::]/", "http://127.0.0.1:0/",
        "http://127.0.0.1:65536/",
        "http://127.0.0.1:8o/", "http://127.0.0.1:-1/", "http://127.0.0.256/", "http://1.2.3.4.5/",
        "http://4294967296/",
        "http://0x100000000/", "http://08.0.0.1/", "http://127..1/", "http://a|b/", "http://a^b/",
        "http://user@example.com/", "http://user:pass@example.com/", "http://@example.com/",
    ])
    func `what is no address, or is read in more than one way, is refused`(url: String) {
        #expect {
            try AddressPolicy().admit(url)
        } throws: { error in
            if case .badAddress(url, _) = error as? FetchError { true } else { false }
        }
    }

    @Test(arguments: [
        "https://live.staticflickr.com/65535/1_a_b.jpg", "http://8.8.8.8/", "http://172.15.255.255/",
        "http://172.32.0.1/",
        "http://100.63.255.255/", "http://100.128.0.1/", "http://169.253.1.1/", "http://198.17.1.1/",
        "http://198.20.1.1/",
        "http://223.255.255.255/", "http://[2606:4700::1111]/", "http://[2a00:1450::1]/", "http://[::ffff:8.8.8.8]/",
        "http://[64:ff9b::808:808]/", "http://[2001:200::1]/", "http://1e100.net/", "http://bücher.example/",
        "http://localhost.example.com/", "http://notlocalhost/", "http://127.0.0.1.example.com/",
        "http://0x7f.example/",
        "http://example.com/?u=http://127.0.0.1/", "http://example.com/@127.0.0.1",
    ])
    func `a public address or a name passes`(url: String) throws {
        _ = try AddressPolicy().admit(url)
    }

    @Test func `the typed origin may be private, in any spelling, and nothing else may`() throws {
        let policy = AddressPolicy(trustedOrigin: "http://127.0.0.1:8080/services/feeds?tags=a")
        for url in ["http://127.0.0.1:8080/a", "HTTP://127.1:8080", "http://0x7f.1:08080/"] {
            _ = try policy.admit(url)
        }
        for url in [
            "http://127.0.0.1/", "http://127.0.0.1:8081/", "https://127.0.0.1:8080/", "http://127.0.0.2:8080/",
            "http://localhost:8080/", "http://[::1]:8080/", "http://[::ffff:127.0.0.1]:8080/", "http://10.0.0.1:8080/",
        ] {
            #expect(throws: FetchError.self) { try policy.admit(url) }
        }
    }

    @Test func `a trusted name is trusted as a name, wherever it leads`() throws {
        let policy = AddressPolicy(trustedOrigin: "http://Localhost.")
        let origin = try policy.admit("http://localhost:80/photo.jpg")
        let loopback = try #require(NetworkAddress(host: "[::1]"))
        #expect(policy.refusal(of: loopback, for: origin) == nil)
        let other = try policy.admit("http://example.com/")
        #expect(policy.refusal(of: loopback, for: other) == "not a public address (loopback)")
    }

    @Test func `a typed name that led to a public address may not lead to a private one any more`() throws {
        var policy = AddressPolicy(trustedOrigin: "http://photos.example/feed")
        let origin = try policy.admit("http://photos.example/admin")
        let loopback = try #require(NetworkAddress(host: "127.0.0.1"))
        policy.learn(.privateNetwork)
        policy.learn(.proxy)
        #expect(policy.refusal(of: loopback, for: origin) == nil)
        #expect(policy.reach(of: loopback, for: origin) == .privateNetwork)
        policy.learn(.publicNetwork)
        #expect(
            policy.refusal(of: loopback, for: origin)
                == "not a public address (loopback); its name led to a public one before")
        policy.learn(.privateNetwork)
        #expect(policy.refusal(of: loopback, for: origin) != nil)
        #expect(policy.refusal(of: try #require(NetworkAddress(host: "93.184.216.34")), for: origin) == nil)
    }

    @Test func `a typed number is no name and stays what it is`() throws {
        var policy = AddressPolicy(trustedOrigin: "http://127.0.0.1:8080/feed")
        policy.learn(.publicNetwork)
        _ = try policy.admit("http://127.0.0.1:8080/photo.jpg")
        #expect(policy.trustedOrigin != nil)
    }

    @Test func `the option allows every address and still no other scheme`() throws {
        let policy = AddressPolicy(allowsPrivateAddresses: true)
        for (url, address) in Self.disguises where !url.contains("@") {
            if url.lowercased().hasPrefix("http") {
                _ = try policy.admit(url)
            } else {
                #expect(
                    throws: FetchError.refused(url: url, address: address, reason: "only http and https are fetched")
                ) {
                    try policy.admit(url)
                }
            }
        }
    }

    @Test func `a redirect may go from http to https and not back`() throws {
        let policy = AddressPolicy(allowsPrivateAddresses: true)
        let secure = try HTTPOrigin(url: "https://example.com")
        let plain = try HTTPOrigin(url: "http://example.com")
        _ = try policy.admit("https://example.org/", redirectedFrom: plain)
        _ = try policy.admit("https://example.org/", redirectedFrom: secure)
        _ = try policy.admit("http://example.org/", redirectedFrom: plain)
        #expect {
            try policy.admit("http://example.org/", redirectedFrom: secure)
        } throws: { error in
            if case .refused(_, "http", _) = error as? FetchError { true } else { false }
        }
    }

    @Test func `a trusted origin that is no address trusts nothing`() {
        for text in ["", "127.0.0.1", "localhost:80", "file:///feed.json"] {
            let policy = AddressPolicy(trustedOrigin: text)
            #expect(throws: FetchError.self) { try policy.admit("http://127.0.0.1/") }
        }
    }
}
