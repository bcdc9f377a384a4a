import FoundationEssentials
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct TRMNLScreenTests {
    private let device = "ID: aa:bb:cc:dd:ee:0F"

    private func object(_ reply: LoopbackClient.Reply) throws -> [String: Any?] {
        try JSONTestReader.object(reply.text)
    }

    @Test func `a device is told what to show and how long to sleep`() throws {
        let state = try ServedState(trmnl: true)
        let reply = try state.ask("GET /api/display", [device, "Access-Token: any"])
        let display = try object(reply)
        #expect(reply.status == 200 && reply["Content-Type"] == "application/json")
        #expect(reply.text.contains("{\"status\":0,") && reply.text.contains("\"refresh_rate\":900,"))
        #expect(reply.text.contains("\"update_firmware\":false,\"firmware_url\":\"\",\"reset_firmware\":false"))
        let name = try #require(display["filename"] as? String)
        #expect(name.utf8.count <= 35)
        #expect(display["image_url"] as? String == "http://127.0.0.1/trmnl/\(name)")
        let picture = try state.ask("GET /trmnl/\(name)")
        #expect(picture.status == 200 && picture["Content-Type"] == "image/bmp" && picture.body.count == 48_062)
        #expect(picture["Content-Length"] == "48062" && picture.body.starts(with: Array("BM".utf8)))
        #expect(picture.body.count <= TRMNLScreen.maxBytes)
    }

    @Test(arguments: [
        "/api/setup", "/api/setup/", "/api/setup/?x=y", "//api/setup", "/api//setup//", "/api/display", "/api/display/",
        "/api/display/?a=b", "//api/display", "/api/display//",
    ])
    func `a slash too many asks for the same`(path: String) throws {
        let state = try ServedState(trmnl: true)
        for (method, name) in [("GET", "ID"), ("GET", "id"), ("HEAD", "ID")] {
            #expect(try state.ask("\(method) \(path)", ["\(name): aa:bb:cc:dd:ee:0f"]).status == 200)
        }
    }

    @Test func `so it does for what a device says, and for its picture`() throws {
        let state = try ServedState(trmnl: true)
        #expect(try state.ask("POST /api/log/", [device], body: Array("{}".utf8)).status == 204)
        #expect(try state.ask("GET /api/log/", [device]).status == 405)
        let name = try #require(try object(state.ask("GET /api/display/", [device]))["filename"] as? String)
        #expect(try state.ask("GET /trmnl/\(name)/").status == 200)
        #expect(try state.ask("GET /api/").status == 404)
    }

    @Test func `a key is not guessed at any speed`() throws {
        let state = try ServedState(token: "0123456789abcdef", trmnl: true)
        for number in 0..<10 {
            #expect(try state.ask("GET /api/display", [device, "Access-Token: \(number)"]).status == 401)
        }
        let reply = try state.ask("GET /api/display", [device, "Access-Token: x"])
        #expect(reply.status == 429 && reply["Retry-After"] == "1")
        #expect(try state.ask("GET /api/display", [device, "Access-Token: 0123456789abcdef"]).status == 200)
    }

    @Test func `the name changes with the picture only`() throws {
        let state = try ServedState(trmnl: true)
        func name() throws -> String? { try object(state.ask("GET /api/display", [device]))["filename"] as? String }
        let first = try name()
        #expect(try name() == first)
        try state.publish(400)
        let second = try name()
        #expect(second != first)
        // A device that has read the old name still gets its picture.
        #expect(try state.ask("GET /trmnl/\(first ?? "")").status == 200)
    }

    @Test func `setup knows a device by its address`() throws {
        let state = try ServedState(token: "geheim", trmnl: true)
        let reply = try state.ask("GET /api/setup", [device])
        let setup = try object(reply)
        #expect(reply.text.hasPrefix("{\"status\":200,"))
        let key = try #require(setup["api_key"] as? String)
        #expect(key != "geheim" && (setup["friendly_id"] as? String)?.utf8.count == 6)
        #expect(try state.ask("GET /api/display", [device, "Access-Token: \(key)"]).status == 200)
        #expect(try state.ask("GET /api/display", [device, "Access-Token: x"]).status == 401)
        #expect(try state.ask("GET /api/display", ["ID: aa:bb:cc:dd:ee:0e", "Access-Token: \(key)"]).status == 401)
        #expect(try state.ask("GET /api/display", [device]).status == 401)
        #expect(try state.ask("GET /api/setup").status == 404)
        #expect(try state.ask("GET /api/setup", ["ID: ../../x"]).status == 404)
    }

    @Test func `a device's words are taken`() throws {
        let state = try ServedState(trmnl: true)
        #expect(try state.ask("POST /api/log", [device], body: Array("{\"logs\":[]}".utf8)).status == 204)
        #expect(try state.ask("POST /api/log", [device, "Content-Length: 70000"]).status == 413)
        #expect(try state.ask("GET /api/log").status == 405)
    }

    @Test func `where nothing is published a device is asked to come again`() throws {
        let reply = try ServedState(trmnl: true, isPublished: false).ask("GET /api/display", [device])
        #expect(reply.status == 503 && reply.text.contains("\"refresh_rate\":900"))
    }

    @Test func `it is off unless asked for`() throws {
        let state = try ServedState()
        for path in ["/api/setup", "/api/display", "/api/log"] {
            #expect(try state.ask("GET \(path)", [device]).status == 404)
        }
    }
}
