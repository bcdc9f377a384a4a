import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing
import WebServer

@testable import PhotoWidgetCLI

@Suite struct ServeRoutesTests {
    private static let thumbnail = "/widgets/photo/default/thumbnail.png"

    // MARK: Files

    @Test(arguments: [
        ("thumbnail.png", "image/png"), ("thumbnail.pam", "image/x-portable-arbitrarymap"),
        ("original.jpg", "image/jpeg"),
    ])
    func `a published file comes whole, with its type and its tag`(name: String, type: String) throws {
        let state = try ServedState()
        let reply = try state.ask("GET /widgets/photo/default/\(name)")
        let file = try state.published(name)
        #expect(reply.status == 200 && reply["Content-Type"] == type && reply.body == file)
        #expect(reply["ETag"] == "\"\(SHA256.hexDigest(of: reply.body).prefix(32))\"")
        #expect(reply["X-Content-Type-Options"] == "nosniff" && reply["Cache-Control"] == "no-cache")
        #expect(reply["Content-Length"] == "\(reply.body.count)" && reply["Accept-Ranges"] == "bytes")
    }

    @Test func `the entry is the published one, its pictures are addresses`() throws {
        let reply = try ServedState().ask("GET /widgets/photo/default/entry.json")
        let entry = try JSONTestReader.object(reply.text)
        #expect(reply["Content-Type"] == "application/json" && entry["schema"] as? String == "photowidget.entry/1")
        #expect((entry["image"] as? [String: Any])?["png"] as? String == Self.thumbnail)
    }

    @Test func `who has it already gets 304 until another is published`() throws {
        let state = try ServedState()
        let tag = try #require(try state.ask("GET \(Self.thumbnail)")["ETag"])
        for header in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let reply = try state.ask("GET \(Self.thumbnail)", ["If-None-Match: \(header)"])
            #expect(reply.status == 304 && reply.body.isEmpty && reply["ETag"] == tag)
        }
        #expect(try state.ask("HEAD \(Self.thumbnail)", ["If-None-Match: \(tag)"]).status == 304)
        try state.publish(400)
        let reply = try state.ask("GET \(Self.thumbnail)", ["If-None-Match: \(tag)"])
        let file = try state.published("thumbnail.png")
        #expect(reply.status == 200 && reply["ETag"] != tag && reply.body == file)
    }

    @Test func `HEAD says what GET would`() throws {
        let state = try ServedState()
        let get = try state.ask("GET \(Self.thumbnail)")
        let head = try state.ask("HEAD \(Self.thumbnail)", ["Range: bytes=0-1"])
        #expect(head.status == 200 && head.body.isEmpty)
        for name in ["Content-Length", "Content-Type", "ETag"] { #expect(head[name] == get[name]) }
    }

    @Test(arguments: ["thumbnail.png", "entry.json"])
    func `a range is a part`(name: String) throws {
        let state = try ServedState()
        let whole = try state.ask("GET /widgets/photo/default/\(name)")
        let part = try state.ask("GET /widgets/photo/default/\(name)", ["Range: bytes=10-29"])
        #expect(part.status == 206 && part.body == Array(whole.body[10..<30]))
        #expect(part["Content-Range"] == "bytes 10-29/\(whole.body.count)" && part["ETag"] == whole["ETag"])
        let beyond = try state.ask("GET /widgets/photo/default/\(name)", ["Range: bytes=\(whole.body.count)-"])
        #expect(beyond.status == 416 && beyond["Content-Range"] == "bytes */\(whole.body.count)")
        let old = try state.ask(
            "GET /widgets/photo/default/\(name)", ["Range: bytes=10-29", "If-Range: \"other\""])
        #expect(old.status == 200 && old.body == whole.body)
        let several = try state.ask("GET /widgets/photo/default/\(name)", ["Range: bytes=0-1,4-5"])
        #expect(several.status == 200)
    }

    @Test(arguments: [
        "/widgets/photo/default/../../../cache/index.sqlite", "/widgets/photo/default/..%2f..%2f..%2fdefaults.sqlite",
        "/widgets/photo/..%2fphoto%2fdefault/entry.json", "/widgets/../photo/default/entry.json",
        "/widgets/photo/default/.lock", "/widgets/photo/default/current", "/widgets/photo/default/",
        "/widgets/photo/default", "/widgets/photo/default/%2e%2e", "/widgets/photo/other/entry.json",
        "/widgets/photo/default/original.html", "//etc/passwd", "/nothing", "/api/display", "/trmnl/x.bmp",
    ])
    func `nothing but a set's files is found`(path: String) throws {
        let reply = try ServedState().ask("GET \(path)")
        #expect(reply.status == 404 && reply.text.contains("\"code\":\"not_found\""))
    }

    @Test func `a path that is no text is refused`() throws {
        let state = try ServedState()
        #expect(try state.ask("GET /widgets/photo/default/entry.json%00").status == 400)
        #expect(try state.ask("GET /widgets/%ff/default/entry.json").status == 400)
    }

    @Test func `other methods are refused`() throws {
        let state = try ServedState()
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            let reply = try state.ask("\(method) \(Self.thumbnail)", body: [])
            #expect(reply.status == 405 && reply["Allow"] == "GET, HEAD")
        }
    }

    // MARK: The page

    @Test func `the page loads nothing from elsewhere and runs nothing inline`() throws {
        let state = try ServedState()
        let page = try state.ask("GET /")
        let policy = try #require(page["Content-Security-Policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
        #expect(page["Content-Type"] == "text/html; charset=utf-8")
        for word in ["<style", "style=", "onclick", "onload", "http://", "https://", "javascript:"] {
            #expect(!page.text.contains(word))
        }
        #expect(page.text.firstRange(of: "<script src=\"/page.js\" defer></script>") != nil)
        #expect(try state.ask("GET /page.js")["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(try state.ask("GET /page.css")["Content-Type"] == "text/css; charset=utf-8")
        #expect(try state.ask("GET /icon.svg")["Content-Type"] == "image/svg+xml")
        #expect(try !state.ask("GET /page.js").text.contains("innerHTML"))
    }

    @Test func `the list of widgets changes its tag with what is published`() throws {
        let state = try ServedState(isPublished: false)
        let empty = try state.ask("GET /widgets.json")
        #expect(empty.text == "{\"widgets\":[]}\n")
        try state.publish()
        let one = try state.ask("GET /widgets.json", ["If-None-Match: \(empty["ETag"] ?? "")"])
        #expect(one.status == 200 && one.text.contains("\"kind\":\"photo\",\"instance\":\"default\""))
        #expect(try state.ask("GET /widgets.json", ["If-None-Match: \(one["ETag"] ?? "")"]).status == 304)
    }

    @Test func `the figures are what Prometheus reads`() throws {
        let state = try ServedState()
        _ = try state.ask("GET /nothing")
        let reply = try state.ask("GET /metrics")
        #expect(reply["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(reply.text.contains("photowidget_http_requests_total{code=\"404\"} 1\n"))
        #expect(reply.text.contains("photowidget_widget_age_seconds{kind=\"photo\",instance=\"default\"} 0.0\n"))
        #expect(
            reply.text.contains("photowidget_widget_next_entry_seconds{kind=\"photo\",instance=\"default\"} 180.0\n"))
        #expect(
            reply.text.contains("photowidget_widget_status{kind=\"photo\",instance=\"default\",status=\"fresh\"} 1\n"))
        for line in reply.text.split(separator: "\n") where !line.hasPrefix("#") {
            #expect(line.split(separator: " ").count == 2 && line.hasPrefix("photowidget_"))
        }
    }

    @Test func `the figures have what the cache did, by tier, once there is one`() throws {
        let state = try ServedState(isPublished: false)
        #expect(try !state.ask("GET /metrics").text.contains("photowidget_cache_"))
        #expect(try state.scratch.files().isEmpty)
        try state.publish()
        #expect(state.run("refresh", "--feed", state.scratch("saved/feed300.json")).status == .done)
        let text = try state.ask("GET /metrics").text
        let counters = try #require(
            try JSONTestReader.object(state.run("cache", "stats", "--json").out)["hitsByTier"] as? [String: Any])
        let disk = try #require(counters["disk"] as? Int)
        #expect(disk > 0)
        #expect(text.contains("# TYPE photowidget_cache_hits_total counter\n"))
        #expect(text.contains("photowidget_cache_hits_total{tier=\"disk\"} \(disk)\n"))
        #expect(text.contains("photowidget_cache_hits_total{tier=\"memory\"} \(counters["memory"] as? Int ?? -1)\n"))
        #expect(text.contains("# TYPE photowidget_cache_size_bytes gauge\n"))
        #expect(text.contains("photowidget_cache_files{kind=\"original\"} 1\n"))
        // Each family is told once, before its samples, and a counter's name ends as counters' do.
        let families = text.matches(of: /(?m)^# TYPE ([a-z_]+) ([a-z]+)$/).map { (String($0.1), String($0.2)) }
        #expect(Set(families.map(\.0)).count == families.count)
        for (name, type) in families { #expect((type == "counter") == name.hasSuffix("_total")) }
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            #expect(families.contains { line.hasPrefix("\($0.0) ") || line.hasPrefix("\($0.0){") })
        }
    }

    // MARK: Who asks

    @Test(arguments: [
        "evil.example", "evil.example:8787", "127.0.0.1.evil.example", "10.0.0.1", "[fe80::1]", "localhost@x",
    ])
    func `a foreign Host gets nothing`(host: String) throws {
        let state = try ServedState(token: "geheim")
        for line in ["GET /", "GET \(Self.thumbnail)", "GET /metrics", "POST /reload/photo"] {
            #expect(try state.ask(line, ["Host: \(host)", "Authorization: Bearer geheim"], body: []).status == 421)
        }
    }

    @Test func `two Hosts are none, whichever comes first`() throws {
        let state = try ServedState()
        for hosts in [["localhost", "evil.example"], ["evil.example", "localhost"], ["localhost", "localhost"]] {
            let client = try LoopbackClient(port: state.server.port)
            let text = "GET / HTTP/1.1\r\nHost: \(hosts[0])\r\nhost: \(hosts[1])\r\n\r\n"
            try client.send(Array(text.utf8))
            let reply = try client.reply()
            #expect(reply.status == 400 && reply.text.contains("two_hosts"))
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "localhost:8787", "[::1]:80", "LOCALHOST"])
    func `a Host of this machine gets an answer`(host: String) throws {
        #expect(try ServedState().ask("GET /", ["Host: \(host)"]).status == 200)
    }

    @Test func `a name that a proxy is asked by is a Host of ours, with any port, and no other is`() throws {
        let state = try ServedState(hostNames: ["Photos.Example.org", "frames.example"])
        for host in ["photos.example.org", "PHOTOS.example.org:8443", "frames.example.", "127.0.0.1"] {
            #expect(try state.ask("GET /", ["Host: \(host)"]).status == 200)
        }
        for host in ["example.org", "x.photos.example.org", "photos.example.org.evil", "photos.example.org:x"] {
            #expect(try state.ask("GET /", ["Host: \(host)"]).status == 421)
        }
    }

    @Test func `behind a proxy a page of that name may have come by HTTPS, another name's may not write`() throws {
        let state = try ServedState(token: "geheim", hostNames: ["photos.example.org"])
        func status(host: String, origin: String) throws -> Int {
            try state.ask(
                "PUT /groups/group.a.b/key", ["Host: \(host)", "Origin: \(origin)", "Authorization: Bearer geheim"],
                body: Array("1".utf8)
            ).status
        }
        #expect(try status(host: "photos.example.org", origin: "https://photos.example.org") == 200)
        #expect(try status(host: "photos.example.org", origin: "http://photos.example.org") == 200)
        #expect(try status(host: "photos.example.org", origin: "https://evil.example") == 403)
        #expect(try status(host: "localhost", origin: "https://localhost") == 403)
    }

    @Test func `beyond loopback reading needs the token`() throws {
        let state = try ServedState(token: "geheim", address: "192.0.2.1")
        let reply = try state.ask("GET /")
        #expect(reply.status == 401 && reply["WWW-Authenticate"]?.hasPrefix("Basic ") == true)
        let password = Data("me:geheim".utf8).base64EncodedString()
        #expect(try state.ask("GET /", ["Authorization: Basic \(password)"]).status == 200)
        #expect(try state.ask("GET /", ["Authorization: Bearer geheim"]).status == 200)
        #expect(try state.ask("GET /", ["Authorization: Bearer geheimer"]).status == 401)
        #expect(try state.ask("GET /", ["Host: 192.0.2.1", "Authorization: Bearer geheim"]).status == 200)
        #expect(try state.ask("GET /", ["Host: evil.example", "Authorization: Bearer geheim"]).status == 421)
    }

    @Test(arguments: ["Authorization: Bearer falsch", "Authorization: Basic bWU6ZmFsc2No"])
    func `who guesses is slowed, for reading and writing together, and the right token goes through`(
        header: String
    ) throws {
        let state = try ServedState(token: "geheim", address: "192.0.2.1")
        for _ in 0..<5 { #expect(try state.ask("GET /", [header]).status == 401) }
        for _ in 0..<5 {
            #expect(try state.ask("POST /reload/todo", ["Authorization: Bearer x"], body: []).status == 401)
        }
        for _ in 0..<2 {
            let reply = try state.ask("GET /", [header])
            #expect(reply.status == 429 && reply["Retry-After"] == "1" && reply.text.contains("too_many_tokens"))
        }
        #expect(try state.ask("GET /", ["Authorization: Bearer geheim"]).status == 200)
        #expect(try state.ask("GET /").status == 401)
        let other = try LoopbackClient(port: state.server.port, from: 3)
        try other.send("GET /", [header])
        #expect(try other.reply().status == 401)
    }

    @Test func `of many guesses at once one is read`() throws {
        let state = try ServedState(token: "geheim", address: "192.0.2.1")
        for _ in 0..<10 { _ = try state.ask("GET /", ["Authorization: Bearer x"]) }
        let clients = try (0..<20).map { _ in try LoopbackClient(port: state.server.port) }
        for client in clients { try client.send("GET /", ["Authorization: Bearer x"]) }
        for client in clients { #expect(try client.reply().status == 429) }
    }

    @Test(arguments: [
        "/", "//", "/widgets.json/", "/metrics/", "/page.js/", "/widgets//photo/default/entry.json",
        "/widgets/photo/default/entry.json/", "//widgets.json?x=/",
    ])
    func `a slash too many asks for the same`(path: String) throws {
        #expect(try ServedState().ask("GET \(path)").status == 200)
    }

    @Test func `a write with a slash at the end writes the same key`() throws {
        let state = try ServedState(token: "geheim")
        let headers = ["Authorization: Bearer geheim"]
        #expect(try state.ask("PUT /groups/group.a.b/key/", headers, body: Array("1".utf8)).status == 200)
        #expect(state.run("defaults", "read", "--group", "group.a.b", "key").out == "1\n")
        #expect(try state.ask("POST /reload/todo/", headers, body: []).status != 404)
    }

    @Test func `the store takes so much and no more, and what is overwritten makes room`() throws {
        let state = try ServedState(token: "geheim", storeLimit: 400_000)
        func put(_ key: String, _ count: Int) throws -> LoopbackClient.Reply {
            try state.ask(
                "PUT /groups/group.a.b/\(key)", ["Authorization: Bearer geheim", "Content-Type: text/plain"],
                body: [UInt8](repeating: 0x61, count: count))
        }
        for _ in 0..<5 { #expect(try put("one", 200_000).status == 200) }
        let reply = try put("two", 200_000)
        #expect(
            reply.status == 507 && reply.text.contains("\"code\":\"store_full\"") && reply.text.contains("400000"))
        #expect(state.run("defaults", "read", "--group", "group.a.b", "two").status == .noInput)
        #expect(try put("two", 50_000).status == 200)
        #expect(try put("one", 100_000).status == 200)
        #expect(try put("two", 150_000).status == 200)
        #expect(try put("three", 400_001).status == 507)
        // Others of this machine are not bound by what a client of the network may fill.
        #expect(
            state.run(
                "defaults", "write", "--group", "group.a.b", "four", String(repeating: "b", count: 200_000)
            ).status == .done)
        #expect(try put("five", 50_000).status == 507)
        #expect(try put("one", 1).status == 200)
        #expect(state.run("defaults", "delete", "--group", "group.a.b", "four").status == .done)
        #expect(try put("five", 50_000).status == 200)
    }

    @Test func `many small values fill the store too`() throws {
        let state = try ServedState(token: "geheim", storeLimit: 120_000)
        var count = 0
        while count < 3000 {
            let reply = try state.ask(
                "PUT /groups/group.a.b/key\(count)", ["Authorization: Bearer geheim"], body: Array("1".utf8))
            if reply.status == 507 { break }
            #expect(reply.status == 200)
            count += 1
        }
        #expect((50..<2900).contains(count))
    }

    @Test func `without a token nobody writes`() throws {
        let state = try ServedState()
        let reply = try state.ask("PUT /groups/group.a.b/key", ["Authorization: Bearer x"], body: Array("1".utf8))
        #expect(reply.status == 403 && reply.text.contains("\"code\":\"no_token\""))
        #expect(state.run("defaults", "read", "--group", "group.a.b", "key").status == .noInput)
    }

    @Test func `the wrong token, or none, does not write`() throws {
        let state = try ServedState(token: "geheim")
        for headers in [
            [], ["Authorization: Bearer falsch"], ["Authorization: geheim"], ["Authorization: Basic Omdlaw=="],
        ] {
            let reply = try state.ask("PUT /groups/group.a.b/key", headers, body: Array("1".utf8))
            #expect(reply.status == 401 && reply["WWW-Authenticate"]?.hasPrefix("Bearer ") == true)
            #expect(try state.ask("POST /reload/todo", headers, body: []).status == 401)
        }
        #expect(state.run("defaults", "read", "--group", "group.a.b", "key").status == .noInput)
    }

    @Test(arguments: [
        "Origin: http://evil.example", "Origin: null", "Origin: https://127.0.0.1", "Sec-Fetch-Site: cross-site",
    ])
    func `another site's page does not write, even with the token`(header: String) throws {
        let state = try ServedState(token: "geheim")
        let reply = try state.ask("POST /reload/todo", ["Authorization: Bearer geheim", header], body: [])
        #expect(reply.status == 403 && reply.text.contains("foreign_origin"))
    }

    // MARK: Writes

    @Test(arguments: [
        ("?type=int", "text/plain", "12", "int", "12"), ("", "text/plain; charset=utf-8", "-", "string", "-"),
        ("", "application/json", "{\"a\": 1}", "json", "{\"a\": 1}"),
        ("", "application/octet-stream", "abc", "data", "YWJj"),
        ("?type=data", "text/plain", "YWJj", "data", "YWJj"), ("?type=bool", "text/plain", "true", "bool", "true"),
        ("?type=data", "application/octet-stream", "@/etc/passwd", "data", "QC9ldGMvcGFzc3dk"),
    ])
    func `a value is written as its type says`(
        query: String, media: String, body: String, type: String, read: String
    ) throws {
        let state = try ServedState(token: "geheim")
        let reply = try state.ask(
            "PUT /groups/group.a.b/my%20key\(query)", ["Authorization: Bearer geheim", "Content-Type: \(media)"],
            body: Array(body.utf8))
        #expect(reply.status == 200 && reply.text.contains("\"key\":\"my key\",\"type\":\"\(type)\""))
        #expect(state.run("defaults", "read", "--group", "group.a.b", "my key").out == "\(read)\n")
    }

    @Test(arguments: [
        ("/groups/nogroup/key", "text/plain", "x", 400), ("/groups/group.a.b/key?type=int", "text/plain", "x", 400),
        ("/groups/group.a.b/key?type=what", "text/plain", "x", 400), ("/groups/group.a.b/key", "image/png", "x", 415),
        ("/groups/group.a.b/", "text/plain", "x", 404), ("/groups/group.a.b/k%0A", "text/plain", "x", 400),
        ("/groups/group.a.b/a/b", "text/plain", "x", 404), ("/groups/group.a.b/key", "application/json", "{", 400),
        ("/groups/group.a.b/key?type=data", "text/plain", "@/etc/passwd", 400),
    ])
    func `what cannot be written is an error in JSON`(path: String, media: String, body: String, status: Int) throws {
        let state = try ServedState(token: "geheim")
        let reply = try state.ask(
            "PUT \(path)", ["Authorization: Bearer geheim", "Content-Type: \(media)"], body: Array(body.utf8))
        #expect(reply.status == status || (status == 404 && reply.status == 405))
        #expect(reply["Content-Type"] == "application/json" && reply.text.contains("{\"error\":{\"code\":\""))
    }

    @Test func `a value may be large, and no larger`() throws {
        let state = try ServedState(token: "geheim")
        let headers = ["Authorization: Bearer geheim", "Content-Type: application/octet-stream"]
        let body = [UInt8](repeating: 7, count: SharedDefaults.maxValueBytes)
        #expect(try state.ask("PUT /groups/group.a.b/key", headers, body: body).status == 200)
        #expect(
            try state.ask(
                "PUT /groups/group.a.b/key", headers + ["Content-Length: \(body.count + 1)"]
            ).status == 413)
    }

    @Test func `a reload asks for a new timeline`() throws {
        let state = try ServedState(token: "geheim")
        let headers = ["Authorization: Bearer geheim"]
        let reply = try state.ask("POST /reload/todo", headers, body: [])
        #expect(reply.status == 200 && reply.text.contains("\"answer\":\"granted\""))
        #expect(try state.ask("GET /widgets/todo/default/entry.json").status == 200)
        #expect(try state.ask("POST /reload/nothing", headers, body: []).status == 404)
        #expect(try state.ask("GET /reload/todo", headers).status == 405)
    }

    // MARK: Sets that change

    @Test func `a file that was asked for before is of the new set after a publication`() throws {
        let state = try ServedState()
        for width in [310, 320, 330, 340, 350] {
            try state.publish(width)
            let file = try state.published("thumbnail.png")
            #expect(try state.ask("GET \(Self.thumbnail)").body == file)
        }
    }

    @Test func `a damaged document is an error, and the others are served`() throws {
        let state = try ServedState()
        try state.scratch.write(Array("{".utf8), to: "state/published/todo/default/abc/entry.json")
        try SymbolicLink.replace(at: state.scratch("state/published/todo/default/current"), with: "abc")
        #expect(try state.ask("GET /widgets/todo/default/entry.json").status == 500)
        let list = try state.ask("GET /widgets.json")
        #expect(list.status == 200 && list.text.contains("\"status\":\"damaged\"") && list.text.contains("\"fresh\""))
    }

    @Test func `a link that leads elsewhere is not followed`() throws {
        let state = try ServedState()
        try state.scratch.write(Array("{}".utf8), to: "secret/entry.json")
        try Directory.create(at: state.scratch("state/published/todo/default"))
        try SymbolicLink.replace(
            at: state.scratch("state/published/todo/default/current"), with: state.scratch("secret"))
        #expect(try state.ask("GET /widgets/todo/default/entry.json").status == 404)
    }
}
