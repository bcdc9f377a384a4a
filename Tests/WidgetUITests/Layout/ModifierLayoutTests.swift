import FoundationEssentials
import Testing
import WidgetTestSupport
import WidgetUI

/// What modifiers do to sizes, places and hits.
@MainActor struct ModifierLayoutTests {
    private func size(_ view: some View, _ proposal: Proposal) -> Size? {
        let pass = LayoutPass(text: StubFont())
        return EvaluatedWidget(view).root.map { pass.size(of: $0, for: proposal) }
    }

    private let hundred = Proposal(width: 100, height: 100)

    @Test func `a fixed frame aligns what may be larger than it`() {
        let inner = Color.red.frame(width: 40, height: 40)
        let placed = place(inner.frame(width: 20, height: 20, alignment: .topTrailing))
        #expect(
            placed.frames("Frame") == [
                Rect(x: 40, y: 40, width: 20, height: 20), Rect(x: 20, y: 40, width: 40, height: 40),
            ])
        #expect(size(Text("abc").frame(width: 70), hundred) == Size(width: 70, height: 20))
    }

    @Test func `a flexible frame keeps its bounds`() {
        let text = Text("abc")
        #expect(size(text.frame(minWidth: 50), hundred) == Size(width: 50, height: 20))
        #expect(size(text.frame(minWidth: 50, maxWidth: 80), hundred) == Size(width: 80, height: 20))
        #expect(size(text.frame(minWidth: 50, maxWidth: 80), .unspecified) == Size(width: 50, height: 20))
        #expect(size(text.frame(minWidth: 5, idealWidth: 60, maxWidth: 80), .unspecified)?.width == 60)
        #expect(size(text.frame(maxHeight: 15), hundred) == Size(width: 30, height: 15))
        #expect(size(Color.red.frame(maxWidth: 30, maxHeight: .infinity), hundred) == Size(width: 30, height: 100))
    }

    @Test func `padding shrinks what is proposed and is added again`() {
        #expect(size(Color.red.padding(), hundred) == Size(width: 100, height: 100))
        #expect(size(Text("abc").padding(), hundred) == Size(width: 62, height: 52))
        #expect(size(Text("abc").padding(.horizontal, 5), hundred) == Size(width: 40, height: 20))
        #expect(size(Text("abc").padding(.top), hundred) == Size(width: 30, height: 36))
        #expect(size(Color.red.padding(60), hundred) == Size(width: 120, height: 120))
        #expect(
            place(Color.red.padding(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))).frames("Color") == [
                Rect(x: 2, y: 1, width: 94, height: 96)
            ])
    }

    @Test func `what lies behind or above gets the view's size`() {
        let placed = place(
            Text("abc").background(Color.red).overlay(alignment: .bottomTrailing) {
                Color.blue.frame(width: 4, height: 4)
            })
        #expect(placed.frames("Rectangle") == [Rect(x: 35, y: 40, width: 30, height: 20)])
        #expect(placed.frames("Frame") == [Rect(x: 61, y: 56, width: 4, height: 4)])
        #expect(placed.content?.children.map(\.name) == ["Background", "Frame"])
    }

    @Test func `a stack above others is as large as all of them`() {
        let view = ZStack(alignment: .topLeading) {
            Color.red.frame(width: 10, height: 50)
            Color.red.frame(width: 40, height: 5)
        }
        let placed = place(view)
        #expect(placed.content?.frame == Rect(x: 30, y: 25, width: 40, height: 50))
        #expect(placed.frames("Frame").map(\.origin) == [Point(x: 30, y: 25), Point(x: 30, y: 25)])
    }

    @Test func `a ratio makes a box inside or over what is proposed`() {
        let wide = Proposal(width: 100, height: 40)
        #expect(size(Color.red.aspectRatio(2, contentMode: .fit), wide) == Size(width: 80, height: 40))
        #expect(size(Color.red.aspectRatio(2, contentMode: .fill), wide) == Size(width: 100, height: 50))
        #expect(size(Color.red.aspectRatio(2, contentMode: .fit), Proposal(width: 30, height: nil))?.height == 15)
        #expect(size(Color.red.aspectRatio(2, contentMode: .fit), .unspecified) == Size(width: 10, height: 10))
        #expect(size(Color.red.aspectRatio(-1, contentMode: .fit), wide) == Size(width: 100, height: 40))
    }

    @Test func `an offset moves the picture and its links, not the place`() throws {
        let url = try #require(URL(string: "a://b"))
        let link = Link(destination: url) { Color.red.frame(width: 10, height: 10) }
        let placed = place(
            HStack(spacing: 0) {
                link.offset(x: 5, y: -5); Color.blue.frame(width: 10, height: 10)
            })
        #expect(placed.frames("Offset") == [Rect(x: 40, y: 45, width: 10, height: 10)])
        #expect(placed.hits.map(\.frame) == [Rect(x: 45, y: 40, width: 10, height: 10)])
        #expect(placed.frames("Frame")[1].minX == 50)
    }

    @Test func `clips cut links, and what is cut off whole is no link`() throws {
        let url = try #require(URL(string: "a://b"))
        let link = Link(destination: url) { Color.red.frame(width: 60, height: 60) }
        #expect(
            place(link.frame(width: 20, height: 20)).hits.map(\.frame) == [Rect(x: 20, y: 20, width: 60, height: 60)])
        let clipped = place(link.frame(width: 20, height: 20).cornerRadius(4))
        #expect(clipped.hits.map(\.frame) == [Rect(x: 40, y: 40, width: 20, height: 20)])
        #expect(place(link.offset(x: 100).frame(width: 20, height: 20).clipped()).hits.isEmpty)
        #expect(
            place(link, in: Size(width: 30, height: 30)).hits.map(\.frame) == [
                Rect(x: 0, y: 0, width: 30, height: 30)
            ])
    }

    @Test func `of links above each other the one in front is hit`() throws {
        let (back, front) = (try #require(URL(string: "a://back")), try #require(URL(string: "a://front")))
        let view = ZStack {
            Link(destination: back) { Color.red }
            Link(destination: front) { Color.blue.frame(width: 10, height: 10) }
        }
        let placed = place(view.widgetURL(URL(string: "a://widget")))
        #expect(placed.url(at: Point(x: 50, y: 50)) == front)
        #expect(placed.url(at: Point(x: 5, y: 5)) == back)
        #expect(placed.url(at: Point(x: 200, y: 5))?.absoluteString == "a://widget")
    }

    @Test func `opacity and clips are the node's own`() throws {
        let placed = place(Color.red.opacity(2).clipShape(Circle()))
        let clip = try #require(placed.content)
        #expect(clip.clip == .circle)
        let faded = place(Color.red.frame(width: 5).opacity(0.25))
        #expect(faded.content?.opacity == 0.25)
        #expect(place(Text("x").hidden()).altText == "")
    }

    @Test func `a circle takes a square, other shapes the frame`() {
        let room = Proposal(width: 40, height: 20)
        #expect(size(Circle(), room) == Size(width: 20, height: 20))
        #expect(size(Circle().stroke(.red, lineWidth: 2), room) == Size(width: 20, height: 20))
        #expect(size(Capsule().fill(.red), room) == Size(width: 40, height: 20))
        #expect(size(RoundedRectangle(cornerRadius: 3), .unspecified) == Size(width: 10, height: 10))
        #expect(
            place(RoundedRectangle(cornerRadius: 3).strokeBorder(.red, lineWidth: 2)).content?.drawing
                == .stroke(.inset(.rounded(3), 1), Color.red.paint(in: EnvironmentValues()), lineWidth: 2))
    }

    @Test func `content larger than the widget is reported`() {
        #expect(place(Color.red.frame(width: 130, height: 90)).findings == [.overflow(width: 30, height: 0)])
        #expect(place(Color.red).findings.isEmpty)
    }
}
