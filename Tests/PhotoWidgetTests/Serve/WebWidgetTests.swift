import TestSupport
import Testing

@testable import PhotoWidget

@Suite struct WebWidgetTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func widget(entry: String?, hits: String? = nil) throws -> WebWidget {
        if let entry { try scratch.write(Array(entry.utf8), to: "set/entry.json") }
        if let hits { try scratch.write(Array(hits.utf8), to: "set/hits.json") }
        return WebWidget(
            WidgetID(kind: "photo", instance: "left"), set: "0123", directory: scratch("set"))
    }

    private let photo = """
        {"date": "2026-11-30T01:38:00Z", "validUntil": null, "status": "stale", "reason": "the network",
         "photo": {"title": "A <b>title</b>", "author": "me", "link": "https://example.org/1"},
         "image": {"png": "/home/me/x/thumbnail.png", "rgba": "/home/me/x/thumbnail.pam",
                   "original": "/home/me/x/original.jpg", "width": 4, "height": 3},
         "deepLink": "widget://deeplink?url=https%3A%2F%2Fexample.org%2F1"}
        """

    @Test func `pictures are paths of the server, nothing tells where the home is`() throws {
        let document = try widget(entry: photo).entryDocument.compact
        #expect(document.contains("\"png\":\"/widgets/photo/left/thumbnail.png\""))
        #expect(document.contains("\"rgba\":\"/widgets/photo/left/thumbnail.pam\""))
        #expect(document.contains("\"original\":\"/widgets/photo/left/original.jpg\""))
        #expect(!document.contains("/home/me") && document.contains("\"width\":4"))
    }

    @Test func `a stale entry is as old as what was good`() throws {
        let stale = photo.replacing("\"status\"", with: "\"goodSince\": \"2026-11-30T01:00:00Z\", \"status\"")
        #expect(try widget(entry: photo).dates.made == "2026-11-30T01:38:00Z")
        #expect(try widget(entry: stale).dates.made == "2026-11-30T01:00:00Z")
    }

    @Test func `a photo is shown with its words and its link`() throws {
        let json = try widget(entry: photo).json.compact
        #expect(json.contains("\"src\":\"/widgets/photo/left/thumbnail.png?set=0123\",\"width\":4,\"height\":3"))
        #expect(json.contains("\"link\":\"https://example.org/1\",\"links\":[]"))
        #expect(json.contains("\"status\":\"stale\",\"reason\":\"the network\""))
        #expect(json.contains("\"alt\":\"A <b>title</b>, by me\""))
    }

    @Test func `places of links are fractions of the picture, in the picture`() throws {
        let hits = """
            {"size": [200, 100], "widgetURL": "javascript:alert(1)", "alt": "words", "hits": [
               {"rect": [100, 50, 50, 25], "url": "wooribudget://addincome"},
               {"rect": [-10, 0, 900, 100], "url": "https://example.org"},
               {"rect": [0, 0, 1, 1], "url": "javascript:alert(1)"}, {"rect": [1, 2], "url": "https://example.org"}],
             "pictures": [{"file": "widget.png", "scale": 1, "scheme": "light", "width": 200, "height": 100},
                          {"file": "../../secret.png", "scale": 1, "scheme": "light"}]}
            """
        let json = try widget(entry: "{\"status\": \"fresh\"}", hits: hits).json.compact
        #expect(json.contains("{\"rect\":[0.5,0.5,0.25,0.25],\"url\":\"wooribudget://addincome\"}"))
        #expect(json.contains("{\"rect\":[0.0,0.0,1.0,1.0],\"url\":\"https://example.org\"}]"))
        #expect(json.contains("\"link\":null") && json.contains("\"alt\":\"words\""))
        #expect(json.contains("/widgets/photo/left/widget.png") && !json.contains("secret"))
    }

    @Test func `damage is shown, not thrown`() throws {
        let damaged = try widget(entry: "{\"status\": ")
        #expect(damaged.status == "damaged" && damaged.entryDocument == .null)
        #expect(damaged.json.compact.contains("\"reason\":\"entry.json: "))
    }

    @Test func `a set without a document is damaged too`() throws {
        #expect(try widget(entry: nil).status == "damaged")
    }
}
