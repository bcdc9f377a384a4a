import Dispatch
import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing
import WidgetTimeline
import WidgetUI

/// What programs of widgets serve, by real sockets.
@Suite struct WidgetProgramServerTests {
    private struct Pair: WidgetBundle {
        var body: some Widget {
            Plain(kind: "plain")
            Plain(kind: "other")
        }
    }

    private struct Plain: Widget {
        var kind = ""

        var body: some WidgetConfiguration {
            StaticConfiguration(kind: kind, provider: NamedProvider(name: kind)) { entry in
                Text(entry.name).widgetURL(URL(string: "plain://tap"))
            }
        }
    }

    private let scratch: ScratchDirectory
    private let interruption = Interruption(signals: [])

    init() throws { scratch = try ScratchDirectory() }

    private func server() async throws -> WidgetProgramServer {
        try WidgetProgramServer(
            await Pair().descriptions, address: "127.0.0.1", port: 0, stateDirectory: scratch("state"),
            interruption: interruption, now: { Date() })
    }

    private func port(of url: String) throws -> Int { try #require(url.split(separator: ":").last.flatMap { Int($0) }) }

    @Test func `every widget is run, drawn and shown, until the end`() async throws {
        let server = try await server()
        let port = try port(of: server.url)
        let page = try LoopbackClient.ask("GET /", port: port)
        #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8")

        let (kinds, told) = AsyncStream.makeStream(of: String.self)
        DispatchQueue(label: "serve").async {
            server.run { entry in
                if entry.status != .fresh { Issue.record("\(entry.kind): \(entry.reason ?? "\(entry.status)")") }
                told.yield(entry.kind)
            } warn: { line in
                Issue.record("\(line)")
            }
            told.finish()
        }
        var coming = kinds.makeAsyncIterator()
        var shown: Set<String> = []
        while shown.count < 2, let kind = await coming.next() { shown.insert(kind) }
        for kind in ["plain", "other"] {
            let picture = try LoopbackClient.ask("GET /widgets/\(kind)/default/widget.png", port: port)
            #expect(picture.status == 200)
            #expect(try ImageDecoders.header(of: picture.body).size == PixelSize(width: 158, height: 158))
            let entry = try LoopbackClient.ask("GET /widgets/\(kind)/default/entry.json", port: port)
            #expect(entry.text.contains("\"status\": \"fresh\"") && entry.text.contains("plain://tap"))
        }
        #expect(try LoopbackClient.ask("GET /widgets.json", port: port).text.contains("\"kind\":\"other\""))

        // A program that has changed what it shows says so, as with the widgets of photowidget run.
        try ReloadRequests(stateDirectory: scratch("state")).add(.kinds(["other"]))
        #expect(await coming.next() == "other")

        interruption.come()
        while await coming.next() != nil {}
        #expect(throws: LoopbackClient.Failure.self) { try LoopbackClient(port: port) }
    }

    @Test(arguments: ["PUT /groups/group.a.b/key", "POST /reload/plain", "GET /api/display", "GET /nothing"])
    func `nobody writes, and nothing is there but pictures and the page`(line: String) async throws {
        let server = try await server()
        let reply = try LoopbackClient.ask(line, ["Authorization: Bearer x"], body: [], port: port(of: server.url))
        #expect(reply.status == 404 && reply.text.contains("\"code\":\"not_found\""))
    }

    @Test func `a page of another name reads nothing`() async throws {
        let server = try await server()
        #expect(try LoopbackClient.ask("GET /", ["Host: evil.example"], port: port(of: server.url)).status == 421)
    }

    @Test func `a widget is run by one process only`() async throws {
        let first = try await server()
        let error = await #expect(throws: WidgetError.self) { _ = try await self.server() }
        #expect(error == .alreadyRunning(kind: "plain", instance: "default"))
        extendLifetime(first)
    }
}
