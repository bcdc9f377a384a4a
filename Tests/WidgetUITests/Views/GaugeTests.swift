import Testing
import WidgetTestSupport
import WidgetUI

/// Views that show a value.
@MainActor struct GaugeTests {
    @Test func `a bar is filled up to its value`() {
        let capsules = place(ProgressView(value: 25, total: 100)).frames("Capsule")
        #expect(capsules == [Rect(x: 0, y: 48, width: 100, height: 4), Rect(x: 0, y: 48, width: 25, height: 4)])
    }

    @Test func `a value beyond its bounds fills the bar, and one that is none leaves it empty`() {
        #expect(place(ProgressView(value: 3.0)).frames("Capsule").map(\.width) == [100, 100])
        #expect(place(ProgressView(value: Double.nan)).frames("Capsule").map(\.width) == [100, 0])
        #expect(place(ProgressView(value: 1.0, total: 0)).frames("Capsule").map(\.width) == [100, 0])
    }

    @Test func `a circular gauge draws a part of a circle's line and its value`() {
        let gauge = Gauge(value: 30, in: 20...40) {
            Text("label")
        } currentValueLabel: {
            Text("30")
        }
        let placed = place(gauge.gaugeStyle(.accessoryCircular), in: Size(width: 72, height: 60))
        #expect(placed.frames("Arc").map(\.size) == Array(repeating: Size(width: 60, height: 60), count: 2))
        guard case .stroke(.inset(.arc(let from, let to), _), _, _)? = placed.content?.all("Arc").last?.drawing else {
            Issue.record("no arc")
            return
        }
        #expect([from, to] == [0, 0.5])
        #expect(placed.altText == "30")
    }
}
