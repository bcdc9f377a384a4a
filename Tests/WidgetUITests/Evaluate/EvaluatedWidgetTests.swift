import FoundationEssentials
import Testing
import WidgetTestSupport
import WidgetUI

/// What one walk over a view makes, and what it finds.
@MainActor struct EvaluatedWidgetTests {
    private struct Pair: View {
        var body: some View {
            Text("a")
            Text("b")
        }
    }

    private struct Choice: View {
        let isFirst: Bool

        var body: some View {
            if isFirst { Text("first") } else { Color.red }
        }
    }

    private func names(in view: some View) -> [String] {
        EvaluatedWidget(VStack { view }).root?.children.map(\.layout.name) ?? []
    }

    @Test func `bodies of several views, groups and loops flatten into their parent`() {
        #expect(names(in: Pair()) == ["Text", "Text"])
        #expect(
            names(
                in: Group {
                    Pair(); Color.red
                }) == ["Text", "Text", "Color"])
        #expect(names(in: ForEach(0..<3) { _ in Pair() }) == Array(repeating: "Text", count: 6))
        #expect(names(in: ForEach(["x", "y"], id: \.self) { Text($0) }) == ["Text", "Text"])
    }

    @Test func `branches are the one that holds, and nothing takes no slot`() {
        #expect(names(in: Choice(isFirst: true)) == ["Text"])
        #expect(names(in: Choice(isFirst: false)) == ["Color"])
        #expect(names(in: EmptyView()) == [])
        #expect(names(in: EmptyView().padding()) == [])
        #expect(names(in: Optional<Text>.none) == [])
        #expect(EvaluatedWidget(EmptyView()).root == nil)
    }

    @Test func `a modifier of a group is one of each view in it`() {
        #expect(names(in: Pair().padding(2)) == ["Padding", "Padding"])
        #expect(names(in: Group { Pair() }.background(Color.red)) == ["Background", "Background"])
    }

    @Test func `views side by side at the root stand above each other`() {
        let placed = place(Pair())
        #expect(placed.frames("Text").map(\.minY) == [26, 54])
    }

    private struct SchemeName: View {
        @Environment(\.colorScheme) private var scheme

        var body: some View { Text(verbatim: scheme.rawValue) }
    }

    @Test func `a body reads what its ancestors have set`() {
        var environment = EnvironmentValues()
        environment.colorScheme = .dark
        let view = VStack {
            SchemeName()
            SchemeName().environment(\.colorScheme, .light)
        }
        #expect(EvaluatedWidget(view, environment: environment).altText == "dark, light")
    }

    private struct SchemeRows: View {
        @Environment(\.colorScheme) private var scheme

        var body: some View {
            ForEach(0..<2) { row in Text(verbatim: "\(scheme.rawValue) \(row)") }
            GeometryReader { _ in Text(verbatim: "reader \(scheme.rawValue)") }
        }
    }

    @Test func `closures that run after the body read what the body would have read`() {
        let view = SchemeRows().environment(\.colorScheme, .dark)
        #expect(place(VStack { view }).altText == "dark 0, dark 1, reader dark")
    }

    private struct CountKey: EnvironmentKey {
        static var defaultValue: Int { 7 }
    }

    @Test func `a key of a user's own has its default until it is set`() {
        var environment = EnvironmentValues()
        #expect(environment[CountKey.self] == 7)
        environment[CountKey.self] = 8
        #expect(environment[CountKey.self] == 8)
    }

    private struct Framed: ViewModifier {
        func body(content: Content) -> some View {
            content.frame(width: 30, height: 30)
            Text("after")
        }
    }

    @Test func `a modifier of a user's own makes a body of its view`() {
        #expect(names(in: Color.red.modifier(Framed())) == ["Frame", "Text"])
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `of several widget addresses the outermost counts, and the other is reported`() throws {
        let (inner, outer) = (try url("a://inner"), try url("a://outer"))
        let evaluated = EvaluatedWidget(Text("x").widgetURL(inner).padding().widgetURL(outer))
        #expect(evaluated.widgetURL == outer)
        #expect(evaluated.findings == [.severalWidgetURLs(used: outer, ignored: inner)])
    }

    @Test func `of widget addresses side by side the last counts`() throws {
        let (first, last) = (try url("a://first"), try url("a://last"))
        let evaluated = EvaluatedWidget(
            HStack {
                Text("x").widgetURL(first); Text("y").widgetURL(last)
            })
        #expect(evaluated.widgetURL == last)
        #expect(EvaluatedWidget(Text("x").widgetURL(nil)).findings.isEmpty)
    }

    @Test func `links are listed in the order of the walk`() throws {
        let (first, second) = (try url("a://1"), try url("a://2"))
        let view = VStack {
            Link("one", destination: first)
            Link(destination: second) {
                Text("two"); Text("more")
            }
        }
        #expect(EvaluatedWidget(view).links == [first, second])
    }

    private struct Endless: View {
        var body: AnyView { AnyView(VStack { Endless() }) }
    }

    @Test func `a view that contains itself ends at a limit and is reported`() {
        let evaluated = EvaluatedWidget(Endless())
        #expect(evaluated.findings == [.tooDeep(limit: 500)])
        #expect(place(Endless()).content != nil)
    }

    private struct EndlessReader: View {
        var body: some View { GeometryReader { _ in AnyView(EndlessReader()) } }
    }

    @Test func `a reader that contains itself ends at the same limit`() {
        #expect(place(EndlessReader()).findings == [.tooDeep(limit: 500)])
    }

    @Test func `more views than the limit are left out and reported`() {
        var limits = EvaluationLimits()
        limits.nodes = 10
        let evaluated = EvaluatedWidget(ForEach(0..<1000) { _ in Text("x") }, limits: limits)
        #expect(evaluated.findings == [.tooManyViews(limit: 10)])
        #expect(evaluated.root?.children.count == 10)
    }

    @Test func `the outermost container background fills the widget and brings margins`() {
        let view = Text("x").containerBackground(Color.red, for: .widget)
            .containerBackground(for: .widget) { Color.blue }
        let margins = EdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16)
        let placed = place(view.frame(maxWidth: .infinity, maxHeight: .infinity), margins: margins)
        #expect(placed.background?.drawing == .fill(.rectangle, Color.blue.paint(in: EnvironmentValues())))
        #expect(placed.background?.frame == Rect(x: 0, y: 0, width: 100, height: 100))
        #expect(placed.content?.frame == Rect(x: 16, y: 16, width: 68, height: 68))
    }

    @Test func `without a container background there are no margins`() {
        let placed = place(Color.red, margins: EdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16))
        #expect(placed.content?.frame == Rect(x: 0, y: 0, width: 100, height: 100))
        #expect(placed.background == nil)
    }

    @Test func `words are those of labels, else of texts`() {
        let view = VStack {
            Text("seen")
            HStack {
                Text("5"); Text("kg")
            }.accessibilityLabel("five kilograms")
            Text("decoration").accessibilityHidden(true)
            Image(decorative: "x")
        }
        #expect(EvaluatedWidget(view).altText == "seen, five kilograms")
        #expect(place(view).altText == EvaluatedWidget(view).altText)
    }

    @Test func `a reader's content knows its size, and what it lacks is reported`() {
        let view = GeometryReader { proxy in
            Text(verbatim: "\(Int(proxy.size.width))")
            Image("missing")
        }
        let placed = place(view.padding(10))
        #expect(placed.altText == "80")
        #expect(placed.findings == [.missingAsset("missing")])
        #expect(placed.textFrames["80"]?.origin == Point(x: 10, y: 10))
    }
}
