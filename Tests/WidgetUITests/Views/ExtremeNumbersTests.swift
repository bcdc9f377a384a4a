import FoundationEssentials
import Raster
import Testing

@testable import WidgetUI

/// Numbers that a computation may hand to a view: each costs at most the view that has it, never the picture.
@MainActor struct ExtremeNumbersTests {
    nonisolated static let numbers: [Double] = [
        .nan, .signalingNaN, .infinity, -.infinity, 1e308, -1e308, .greatestFiniteMagnitude, 1e300, 1e18, 9.3e18,
        -9.3e18,
        1e9, 2_147_483_648, -1, 0, -0.0, .leastNonzeroMagnitude, 1e-300,
    ]

    private typealias Row = (name: String, view: @MainActor (Double) -> AnyView)

    private static func row(_ name: String, @ViewBuilder _ view: @escaping @MainActor (Double) -> some View) -> Row {
        (name, { AnyView(view($0)) })
    }

    private struct Place: AlignmentID {
        @TaskLocal static var value = 0.0
        static func defaultValue(in context: ViewDimensions) -> Double { value }
    }

    private static var square: some View { Color.blue.frame(width: 5, height: 5) }
    private static let rows: [Row] = sizes + styles + texts + values

    private static let sizes: [Row] = [
        row("frame") { square.frame(width: $0, height: $0) },
        row("frame of one side") { Text("a").frame(height: $0).frame(width: $0, alignment: .bottomTrailing) },
        row("bounds") { square.frame(minWidth: $0, idealWidth: $0, maxWidth: $0, minHeight: $0, maxHeight: $0) },
        row("least") { Color.blue.frame(minWidth: $0, minHeight: $0) },
        row("ideal") { Color.blue.frame(idealWidth: $0, idealHeight: $0).fixedSize() },
        row("padding") { Text("a").padding($0) },
        row("insets") { Text("a").padding(EdgeInsets(top: $0, leading: -$0, bottom: $0, trailing: $0)) },
        row("offset") { square.offset(x: $0, y: -$0).overlay { Text("b") } },
        row("ratio") { Color.blue.aspectRatio($0, contentMode: .fill) },
        row("ratio of a ratio") {
            Color.blue.aspectRatio($0, contentMode: .fit).aspectRatio(1e300, contentMode: .fill).fixedSize()
        },
        row("ratio of a size") { Text("a").aspectRatio(Size(width: $0, height: 1e-300), contentMode: .fit) },
        row("spacing") { number in
            HStack(spacing: number) {
                square
                Text("a")
                VStack(spacing: -number) { ForEach(0..<3) { _ in square } }
            }
        },
        row("spacer") { number in
            HStack {
                Text("a")
                Spacer(minLength: number)
                Text("b").layoutPriority(number)
            }
        },
        row("guide") { number in
            HStack(alignment: .top) {
                square.alignmentGuide(.top) { _ in number }
                Text("a").alignmentGuide(.top) { $0.height * number }
            }
        },
        row("own alignment") { number in
            // The alignment's place is asked for during the layout, inside the test's task.
            ZStack(alignment: Alignment(horizontal: HorizontalAlignment(Place.self), vertical: .center)) {
                square
                Text("a")
            }
        },
        row("reader") { number in
            GeometryReader { proxy in
                square.frame(width: proxy.size.width * number).offset(x: proxy.size.height * number)
            }
        },
        row("nested") { number in
            square.padding(number).frame(minWidth: number).padding(-number).aspectRatio(number, contentMode: .fill)
                .padding(number).background { Color.green.padding(number) }
        },
    ]

    private static let styles: [Row] = [
        row("stroke") { Circle().stroke(lineWidth: $0) },
        row("stroke of a text's size") { Rectangle().stroke(Color.blue, style: StrokeStyle(lineWidth: $0)) },
        row("border") { RoundedRectangle(cornerRadius: 3).strokeBorder(Color.blue, lineWidth: $0) },
        row("inner border") { ContainerRelativeShape().strokeBorder(Color.blue, lineWidth: $0) },
        row("corner") { RoundedRectangle(cornerRadius: $0) },
        row("clip") { Color.blue.cornerRadius($0).frame(width: $0) },
        row("opacity") { Color.blue.opacity($0).opacity(0.5) },
        row("view's opacity") { square.opacity($0) },
        row("parts") { Color(.sRGBLinear, red: $0, green: -$0, blue: $0, opacity: $0) },
        row("hue") { Color(hue: $0, saturation: $0, brightness: $0, opacity: $0) },
        row("gray") { Color(white: $0) },
        row("line of colours") { number in
            LinearGradient(
                stops: [.init(color: .red, location: number), .init(color: .blue, location: -number)],
                startPoint: UnitPoint(x: number, y: 0), endPoint: UnitPoint(x: 1, y: -number))
        },
        row("ring of colours") { number in
            RadialGradient(
                colors: [.red, .blue, .green], center: UnitPoint(x: number, y: number), startRadius: number,
                endRadius: -number)
        },
        row("ring of a text") { number in
            Text("abc").foregroundStyle(
                RadialGradient(colors: [.red, .blue], center: .center, startRadius: -number, endRadius: number))
        },
        row("far shapes") { number in
            ZStack {
                Capsule().offset(x: number)
                Ellipse().frame(width: number, height: 3)
                Text("far").strikethrough().underline().offset(x: -number, y: number)
            }
        },
    ]

    private static let texts: [Row] = [
        row("font") { Text("a").font(.system(size: $0)) },
        row("named font") { Text("a").font(.custom("DejaVu Sans", size: $0)) },
        row("symbol") { Image(systemName: "star").font(.system(size: $0)) },
        row("kerning") { Text("abc").kerning($0).baselineOffset($0) },
        row("tracking") { Text("abc").tracking($0) },
        row("lines") { Text("a b c d e f g\nh").lineSpacing($0).minimumScaleFactor($0) },
        row("surroundings") { number in
            Text("a b c d e f g\nh").environment(\.lineSpacing, number).environment(\.minimumScaleFactor, number)
                .environment(\.displayScale, number)
        },
        row("room") {
            Text("a b c d").frame(width: $0, height: $0, alignment: .trailing).multilineTextAlignment(.trailing)
        },
        row("number") { Text("\($0) \($0, specifier: "%+099.99f") \($0, specifier: "%d")") },
        row("dates") { number in
            VStack {
                Text(Date(timeIntervalSinceReferenceDate: number), style: .relative)
                Text(Date(timeIntervalSinceReferenceDate: number), style: .date)
                Text(Date(timeIntervalSinceReferenceDate: -number), style: .offset)
                Text(Date(timeIntervalSinceReferenceDate: number), style: .timer)
                Text(Date(timeIntervalSince1970: number), style: .time)
            }
        },
    ]

    private static let values: [Row] = [
        row("progress") { ProgressView(value: $0, total: $0) },
        row("progress of nothing") { ProgressView(value: 1, total: $0) },
        row("gauge") { Gauge(value: $0) { Text("a") } },
        row("gauge of nothing") { number in Gauge(value: number, in: 0...0) { Text("a") } },
        row("gauge of all") { number in
            Gauge(value: number, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude) { Text("a") }
                .gaugeStyle(.accessoryCircular)
        },
        row("picture") { number in
            let pixels = [UInt8](repeating: 255, count: 16)
            Image(uiImage: UIImage(bitmap: Bitmap(size: PixelSize(width: 2, height: 2), pixels: pixels), scale: number))
        },
        row("large picture") { number in
            let pixels = [UInt8](repeating: 255, count: 16)
            Image(uiImage: UIImage(bitmap: Bitmap(size: PixelSize(width: 2, height: 2), pixels: pixels)))
                .resizable().scaledToFill().frame(width: number, height: 7)
        },
    ]

    @Test(arguments: numbers)
    func `a number beyond all sense costs its view and not the picture`(number: Double) throws {
        for row in Self.rows {
            let view = row.view(number).frame(width: 24, height: 16).overlay(alignment: .topLeading) {
                Color(red: 1, green: 0, blue: 0).frame(width: 2, height: 2)
            }
            let picture = try Place.$value.withValue(number) { try paint(view, width: 24, height: 16, scale: 2) }
            #expect(picture.bitmap.pixel(1, 1) == [255, 0, 0, 255], "\(row.name) of \(number)")
        }
    }

    @Test(arguments: numbers)
    func `what a view answers is finite and within reach`(number: Double) {
        for row in Self.rows {
            let placed = Place.$value.withValue(number) {
                EvaluatedWidget(row.view(number)).placed(in: Size(width: 24, height: 16), measuring: StubText())
            }
            let frames = placed.content.map(Self.frames) ?? []
            let sides = frames.flatMap { [$0.minX, $0.minY, $0.width, $0.height] }
            #expect(sides.allSatisfy { $0.magnitude < 1e11 }, "\(row.name) of \(number)")
        }
    }

    private static func frames(_ node: PlacedNode) -> [Rect] { [node.frame] + node.children.flatMap(frames) }

    @Test func `a collection of all numbers ends, and says so`() {
        for view in [
            AnyView(ForEach(0..<Int.max) { _ in EmptyView() }), AnyView(ForEach(0..<Int.max) { Text("\($0)") }),
        ] {
            let widget = EvaluatedWidget(view)
            #expect(widget.findings.contains(.tooManyViews(limit: 20_000)))
        }
    }

    @Test func `as many lines as no text has are one, or as many as fit`() throws {
        for limit in [-5, 0, Int.min, Int.max] {
            let picture = try paint(Text("a\nb\nc\nd").lineLimit(limit), width: 24, height: 16)
            #expect(!picture.bitmap.inkedColumns.isEmpty)
        }
    }
}

/// Text that is as large as its font says.
private struct StubText: TextMeasuring {
    func metrics(of text: StyledText, in room: Proposal) -> TextMetrics {
        TextMetrics(size: Size(width: text.runs.first?.font.size ?? 0, height: room.height ?? 10))
    }
}
