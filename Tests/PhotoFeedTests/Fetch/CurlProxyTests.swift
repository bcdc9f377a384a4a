import Testing

@testable import PhotoFeed

@Suite struct CurlProxyTests {
    private func network(_ server: LoopbackServer, user: String = "") -> NetworkSettings {
        NetworkSettings(environment: ["all_proxy": "http://\(user)127.0.0.1:\(server.port)"])
    }

    private func fetch(
        _ url: String, by network: NetworkSettings, policy: AddressPolicy = AddressPolicy()
    ) -> Result<FetchResponse, FetchError> {
        let fetcher = CurlFetcher(
            userAgent: "test/1", retry: RetryPolicy(retries: 0), network: network,
            clock: LoopbackFetch.StillClock().clock)
        return Result { () throws(FetchError) in
            try fetcher.fetch(FetchRequest(url: url, maxBytes: 1000, policy: policy))
        }
    }

    @Test func `a proxy is asked for the whole address, and looks the name up itself`() throws {
        let server = try LoopbackServer { _ in .http(body: [1]) }
        defer { server.stop() }
        #expect(try fetch("http://photos.example.invalid/feed?a=b", by: network(server)).get().body == [1])
        #expect(server.requests.map(\.target) == ["http://photos.example.invalid/feed?a=b"])
        #expect(server.requests.first?.fields["Proxy-Authorization"] == nil)
    }

    @Test func `a proxy is asked to connect for https, and its refusal is told`() throws {
        let server = try LoopbackServer { _ in .http(403) }
        defer { server.stop() }
        let url = "https://photos.example.invalid/feed"
        let error = LoopbackFetch.error(fetch(url, by: network(server, user: "me:Tr0ub4dor@")))
        #expect(
            error
                == .proxyFailed(
                    url: url, proxy: "http://127.0.0.1:\(server.port)", reason: "it answered CONNECT with 403"))
        #expect(server.requests.map(\.target) == ["photos.example.invalid:443"])
        #expect(server.requests.first?.fields["Proxy-Authorization"]?.hasPrefix("Basic ") == true)
        #expect(error?.description.contains("Tr0ub4dor") == false)
    }

    @Test(arguments: ["http://photos.example.invalid/", "https://photos.example.invalid/"])
    func `a proxy that wants a password is told as one`(url: String) throws {
        let server = try LoopbackServer { _ in .http(407, ["Proxy-Authenticate": "Basic realm=\"p\""]) }
        defer { server.stop() }
        guard case .proxyFailed(url, _, let reason) = LoopbackFetch.error(fetch(url, by: network(server))) else {
            Issue.record("no error of a proxy")
            return
        }
        #expect(reason.contains("407"))
    }

    @Test func `a proxy that is not there is named`() {
        let network = NetworkSettings(environment: ["all_proxy": "http://me:Tr0ub4dor@127.0.0.1:1"])
        let error = LoopbackFetch.error(fetch("http://photos.example.invalid/", by: network))
        guard case .proxyFailed(_, "http://127.0.0.1:1", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        "http://127.0.0.1:1/", "http://0x7f.1/", "http://[::1]/", "http://169.254.169.254/", "http://localhost/",
    ])
    func `addresses that are numbers are judged before a proxy is asked`(url: String) throws {
        let server = try LoopbackServer { _ in .http(body: [1]) }
        defer { server.stop() }
        guard case .refused(url, _, _) = LoopbackFetch.error(fetch(url, by: network(server))) else {
            Issue.record("reached")
            return
        }
        #expect(server.connectionCount == 0)
    }

    @Test func `a redirect is judged before a proxy is asked for it`() throws {
        let server = try LoopbackServer { _ in .redirect(to: "http://169.254.169.254/latest/") }
        defer { server.stop() }
        guard
            case .refused(_, "169.254.169.254", _) = LoopbackFetch.error(
                fetch("http://a.invalid/", by: network(server)))
        else {
            Issue.record("reached")
            return
        }
        #expect(server.requests.count == 1)
    }

    @Test func `what came by a proxy says so`() throws {
        let server = try LoopbackServer { _ in .http(body: [1]) }
        defer { server.stop() }
        let url = "http://photos.example.invalid/feed"
        #expect(try fetch(url, by: network(server), policy: AddressPolicy(trustedOrigin: url)).get().reach == .proxy)
        let near = AddressPolicy(trustedOrigin: server.base)
        #expect(try fetch(server.base, by: NetworkSettings(), policy: near).get().reach == .privateNetwork)
    }

    @Test func `many at once go through the proxy too`() throws {
        let server = try LoopbackServer { _ in .http(body: [1]) }
        defer { server.stop() }
        let fetcher = MultiFetcher(
            userAgent: "test/1", retry: RetryPolicy(retries: 0), network: network(server),
            clock: LoopbackFetch.StillClock().clock)
        for id in 0..<3 {
            fetcher.add(
                FetchRequest(url: "http://h\(id).invalid/", maxBytes: 10, policy: AddressPolicy()), id: id)
        }
        for _ in 0..<3 { #expect(try fetcher.next(within: .seconds(20))?.result.get().body == [1]) }
        #expect(
            Set(server.requests.map(\.target)) == ["http://h0.invalid/", "http://h1.invalid/", "http://h2.invalid/"])
    }
}
