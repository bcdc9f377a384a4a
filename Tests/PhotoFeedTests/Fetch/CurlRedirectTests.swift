import Foundation
import Testing

@testable import PhotoFeed

@Suite struct CurlRedirectTests {
    private typealias Reply = LoopbackServer.Reply

    // MARK: Redirects

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is followed and names the address that answered`(code: Int) throws {
        let (result, server, _) = try LoopbackFetch.outcome { request in
            request.target == "/start" ? .redirect(to: "a/../b?c=d#e", status: code) : .http(body: [1])
        }
        #expect(try result.get().effectiveURL == server.base + "/b?c=d")
        #expect(server.requests.map(\.target) == ["/start", "/b?c=d"])
    }

    @Test func `a redirect's spaces and letters are encoded`() throws {
        let (_, server, _) = try LoopbackFetch.outcome { request in
            request.target == "/start" ? .redirect(to: "/a b/é?c d") : .http()
        }
        #expect(server.requests.last?.target == "/a%20b/%c3%a9?c%20d")
    }

    @Test func `a redirect's bytes that are no UTF-8 go out as they came, encoded`() throws {
        let location =
            Array("Location: /caf".utf8) + [0xE9, 0x01] + Array(" b?q=".utf8) + [0xFC] + Array("#f\r\n\r\n".utf8)
        let (_, server, _) = try LoopbackFetch.outcome { request in
            request.target == "/start"
                ? Reply(Array("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n".utf8) + location) : .http()
        }
        #expect(server.requests.last?.target.lowercased() == "/caf%e9%01%20b?q=%fc")
    }

    @Test(arguments: ["?q=1", "//127.0.0.1:PORT/b", "/b#c", "./b", "http://127.0.0.1:PORT/b"])
    func `a redirect is relative to its address`(location: String) throws {
        let (result, server, _) = try LoopbackFetch.outcome { request in
            let port = request.fields["Host"]?.split(separator: ":").last ?? ""
            return request.target == "/start"
                ? .redirect(to: location.replacingOccurrences(of: "PORT", with: port)) : .http()
        }
        #expect(try result.get().status == 200)
        #expect(server.requests.last?.target == (location == "?q=1" ? "/start?q=1" : "/b"))
    }

    @Test func `ten redirects are followed and an eleventh is not`() throws {
        let hops: @Sendable (Int) -> (@Sendable (LoopbackServer.Request) -> Reply) = { count in
            { request in
                let hop = Int(request.target.dropFirst()) ?? 0
                return hop < count ? .redirect(to: "/\(hop + 1)") : .http()
            }
        }
        let (ten, _, _) = try LoopbackFetch.outcome(hops(10))
        #expect(try ten.get().status == 200)
        let (eleven, server, url) = try LoopbackFetch.outcome(hops(11))
        #expect(LoopbackFetch.error(eleven) == .tooManyRedirects(url: url, limit: 10))
        #expect(server.requests.count == 11)
        #expect(LoopbackFetch.error(eleven)?.description.contains("more than 10 redirects") == true)
    }

    @Test func `redirects that go in a circle end where it closes`() throws {
        let (result, server, url) = try LoopbackFetch.outcome { request in
            .redirect(to: request.target == "/a" ? "/b" : "/a")
        }
        guard case .redirectLoop(url, let again)? = LoopbackFetch.error(result) else {
            Issue.record("\(result)")
            return
        }
        #expect(again.hasSuffix("/a"))
        #expect(server.requests.map(\.target).suffix(2) == ["/a", "/b"])
    }

    @Test func `a redirect without an address is an error`() throws {
        let (result, _, url) = try LoopbackFetch.outcome { _ in .http(302) }
        #expect(LoopbackFetch.error(result) == .status(url: url, code: 302, retryAt: nil))
    }

    @Test(arguments: [
        ("http://169.254.169.254/latest/", "169.254.169.254"), ("http://127.0.0.1:1/", "127.0.0.1"),
        ("//[::1]/", "::1"), ("http://0x7f.1/", "127.0.0.1"), ("http://localhost/", "localhost"),
        ("file:///etc/passwd", "file"), ("ftp://192.0.2.1/", "ftp"), ("gopher://a/", "gopher"),
        ("dict://127.0.0.1:11211/", "dict"),
    ])
    func `a redirect to another private address or scheme is refused`(location: String, address: String) throws {
        let (result, server, url) = try LoopbackFetch.outcome { _ in .redirect(to: location) }
        guard case .refused(url, address, _) = LoopbackFetch.error(result) else {
            Issue.record("\(result)")
            return
        }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        "javascript:alert(1)", "http://", "http://a b/", "http://[::1", "https://u:p@192.0.2.1/", "//a%00b/",
    ])
    func `a redirect to what is no address is an error`(location: String) throws {
        let (result, server, url) = try LoopbackFetch.outcome { _ in .redirect(to: location) }
        switch LoopbackFetch.error(result) {
        case .badAddress(url, _), .refused(url, _, _): break
        default: Issue.record("\(result)")
        }
        #expect(server.requests.count == 1)
    }

    // MARK: Addresses

    @Test func `an address that is not the typed origin's is refused before a connection is made`() throws {
        let server = try LoopbackServer { _ in .http() }
        defer { server.stop() }
        let fetcher = CurlFetcher(userAgent: "test/1", clock: LoopbackFetch.StillClock().clock)
        for policy in [AddressPolicy(), AddressPolicy(trustedOrigin: "http://127.0.0.1:1")] {
            let request = FetchRequest(url: server.base, maxBytes: 1, policy: policy)
            guard
                case .refused(_, "127.0.0.1", _) = LoopbackFetch.error(
                    Result { () throws(FetchError) in try fetcher.fetch(request) })
            else {
                Issue.record("not refused")
                continue
            }
        }
        // Connections are taken in order: once another is answered, an earlier one would have been counted.
        _ = try fetcher.fetch(
            FetchRequest(url: server.base, maxBytes: 1, policy: AddressPolicy(trustedOrigin: server.base)))
        #expect(server.connectionCount == 1)
    }

    /// A name of this machine in its table of hosts, for which no server of names is asked.
    private static let ownName: String? = {
        let table = (try? String(contentsOfFile: "/etc/hosts", encoding: .utf8)) ?? ""
        for line in table.split(whereSeparator: \.isNewline) where line.hasPrefix("127.") {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            if let name = words.dropFirst().first(where: { !$0.contains("localhost") }) { return String(name) }
        }
        return nil
    }()

    @Test(.enabled(if: ownName != nil, "the table of hosts has no name beside localhost"))
    func `a host name that resolves to a private address is refused at the socket`() throws {
        let server = try LoopbackServer { _ in .http() }
        defer { server.stop() }
        let name = try #require(Self.ownName)
        let fetcher = CurlFetcher(
            userAgent: "test/1", retry: RetryPolicy(retries: 0), clock: LoopbackFetch.StillClock().clock)
        let request = FetchRequest(url: "http://\(name):\(server.port)/", maxBytes: 1, policy: AddressPolicy())
        guard
            case .refused(_, let address, _) = LoopbackFetch.error(
                Result { () throws(FetchError) in try fetcher.fetch(request) })
        else {
            Issue.record("not refused")
            return
        }
        #expect(NetworkAddress(host: address) != nil)
        // Connections are taken in order: once another is answered, an earlier one would have been counted.
        _ = try fetcher.fetch(
            FetchRequest(url: server.base, maxBytes: 1, policy: AddressPolicy(trustedOrigin: server.base)))
        #expect(server.connectionCount == 1)
    }

    @Test func `a connection kept from a trusted request is refused to another`() throws {
        let server = try LoopbackServer { _ in .http() }
        defer { server.stop() }
        let fetcher = CurlFetcher(userAgent: "test/1", clock: LoopbackFetch.StillClock().clock)
        let trusted = AddressPolicy(allowsPrivateAddresses: true)
        _ = try fetcher.fetch(FetchRequest(url: server.base, maxBytes: 1, policy: trusted))
        #expect(throws: FetchError.self) {
            try fetcher.fetch(FetchRequest(url: server.base, maxBytes: 1, policy: AddressPolicy()))
        }
        #expect(server.requests.count == 1)
    }
}
