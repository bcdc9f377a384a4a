import AppFoundation
import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing
import WidgetTestSupport
import WidgetTimeline
import WidgetUI

@testable import PhotoListing

/// The photo widget's source as it is written for an iPhone.
@MainActor struct PhotoListingTests {
    private func widget() throws -> WidgetDescription {
        let widgets = MyWidget().descriptions
        try #require(widgets.count == 1)
        return widgets[0]
    }

    /// A server with a feed of one photo for a tag, and the photo.
    private func server(tag: String) -> StubFetcher {
        let photo = "https://photos.example/\(tag)_m.png"
        let feed = #"{"items":[{"title":"t","media":{"m":"\#(photo)"}}]}"#
        let address = "https://feeds.example/photos_public.gne?tags=\(tag)&tagmode=any&format=json&nojsoncallback=1"
        return StubFetcher(
            [
                address: .body(Array(feed.utf8), maxAge: 60), photo: .body(SamplePicture.png(240, 160), maxAge: 60),
            ], now: { Date() })
    }

    @Test func `it says its kind and name, and takes every system family`() throws {
        let widget = try widget()
        #expect(widget.kind == "MyWidget")
        #expect(widget.displayName == "위젯 예제")
        #expect(widget.supportedFamilies == WidgetFamily.system)
    }

    @Test func `its timeline is one photo, and wants another after three minutes`() throws {
        let server = server(tag: "texas")
        let timeline = try WebTransport.$fetcher.withValue(server) { try widget().timeline() }
        let entry = try #require(timeline.entries.first?.value as? SimpleEntry)
        #expect(timeline.entries.count == 1)
        #expect(timeline.policy == .after(entry.date.addingTimeInterval(180)))
        #expect(entry.image.size == Size(width: 240, height: 160))
        #expect(entry.url == "https://photos.example/texas_m.png")
    }

    @Test func `each instance has the tags of its settings`() throws {
        let settings = InstanceSettings([("tags", .string("rain"))])
        let entry = try WebTransport.$fetcher.withValue(server(tag: "rain")) { try widget().snapshot(settings) }
        #expect((entry.value as? SimpleEntry)?.url == "https://photos.example/rain_m.png")
    }

    @Test func `its cache asks for a photo once`() throws {
        let server = server(tag: "cache")
        let settings = InstanceSettings([("tags", .string("cache"))])
        try WebTransport.$fetcher.withValue(server) {
            _ = try widget().timeline(settings)
            _ = try widget().timeline(settings)
        }
        #expect(server.requests.filter { $0.url.hasSuffix("cache_m.png") }.count == 1)
    }

    @Test func `a feed that does not come leaves the completion uncalled, which is noticed`() throws {
        let server = StubFetcher(now: { Date() })
        let error = #expect(throws: TimelineError.self) {
            try WebTransport.$fetcher.withValue(server) { try widget().timeline() }
        }
        #expect(error == .answerDropped)
    }

    @Test func `its photo covers the widget as in vector B`() throws {
        let entry = try WebTransport.$fetcher.withValue(server(tag: "fill")) {
            try widget().snapshot(InstanceSettings([("tags", .string("fill"))]))
        }
        let placed = entry.evaluated(in: WidgetDescription.medium)
            .placed(in: Size(width: 338, height: 158), measuring: StubFont())
        #expect(placed.frames("Image")[0].isClose(to: Rect(x: 0, y: -33.67, width: 338, height: 225.33)))
    }

    @Test func `a tap anywhere opens the photo's address`() throws {
        let entry = try WebTransport.$fetcher.withValue(server(tag: "tap")) {
            try widget().snapshot(InstanceSettings([("tags", .string("tap"))]))
        }
        let placed = entry.evaluated(in: WidgetDescription.medium)
            .placed(in: Size(width: 338, height: 158), measuring: StubFont())
        let expected = "widget://deeplink?url=https://photos.example/tap_m.png"
        #expect(placed.url(at: Point(x: 300, y: 150))?.absoluteString == expected)
        #expect(placed.hits.isEmpty)
    }

    @Test func `its placeholder draws nothing and needs no network`() throws {
        let server = StubFetcher(now: { Date() })
        let placed = try WebTransport.$fetcher.withValue(server) {
            try widget().placeholder().evaluated(in: WidgetDescription.medium)
                .placed(in: Size(width: 338, height: 158), measuring: StubFont())
        }
        #expect(placed.content?.all("Image").map(\.drawing) == [nil])
        #expect(server.requests.isEmpty)
    }
}
