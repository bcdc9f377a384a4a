import FoundationEssentials
import Raster
import Testing
import WidgetTestSupport
import WidgetUI

/// Worked examples of the layout, to the point.
@MainActor struct LayoutVectorsTests {
    private struct Budget: View {
        var body: some View {
            VStack(alignment: .leading, spacing: 4) {
                HStack {
                    Color.white.frame(width: 32, height: 32)
                    Text("title")
                }
                .padding(.leading, 4)
                Text("amount").frame(maxWidth: .infinity, alignment: .center)
                HStack(spacing: 12) {
                    button("income", "app://addincome")
                    button("expense", "app://addexpense")
                }
                .padding(.top, 8)
            }
            .padding(.vertical, 6)
            .cornerRadius(24)
            .containerBackground(Color.blue, for: .widget)
        }

        @ViewBuilder private func button(_ label: String, _ address: String) -> some View {
            if let url = URL(string: address) {
                Link(destination: url) {
                    HStack {
                        Text(verbatim: "*")
                        Text(verbatim: label)
                    }
                    .frame(maxWidth: .infinity, minHeight: 44)
                    .background(Color.white.opacity(0.18))
                    .cornerRadius(12)
                }
            }
        }
    }

    private let budgetFont = StubFont(sizes: [
        "title": Size(width: 58, height: 15), "amount": Size(width: 110, height: 26),
        "*": Size(width: 20, height: 20), "income": Size(width: 70, height: 22),
        "expense": Size(width: 70, height: 22),
    ])

    private func budget() -> PlacedWidget {
        place(
            Budget(), in: Size(width: 338, height: 158),
            margins: EdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16), font: budgetFont)
    }

    @Test func `A: the budget's content is four points too high and centred`() throws {
        let placed = budget()
        #expect(try #require(placed.content).frame == Rect(x: 16, y: 14, width: 306, height: 130))
        #expect(placed.frames("VStack") == [Rect(x: 16, y: 20, width: 306, height: 118)])
        #expect(placed.findings == [.overflow(width: 0, height: 4)])
    }

    @Test func `A: rows, texts and buttons of the budget`() {
        let placed = budget()
        let rows = placed.frames("HStack")
        #expect(rows[0] == Rect(x: 20, y: 20, width: 98, height: 32))
        #expect(rows[1] == Rect(x: 16, y: 94, width: 306, height: 44))
        #expect(rows[2] == Rect(x: 40.5, y: 105, width: 98, height: 22))
        #expect(rows[3] == Rect(x: 199.5, y: 105, width: 98, height: 22))
        #expect(placed.frames("Frame") == [Rect(x: 20, y: 20, width: 32, height: 32)])
        #expect(
            placed.frames("FlexibleFrame") == [
                Rect(x: 16, y: 56, width: 306, height: 26), Rect(x: 16, y: 94, width: 147, height: 44),
                Rect(x: 175, y: 94, width: 147, height: 44),
            ])
        let texts = placed.textFrames
        #expect(texts["title"] == Rect(x: 60, y: 28.5, width: 58, height: 15))
        #expect(texts["amount"] == Rect(x: 114, y: 56, width: 110, height: 26))
        #expect(texts["income"] == Rect(x: 68.5, y: 105, width: 70, height: 22))
        #expect(texts["expense"] == Rect(x: 227.5, y: 105, width: 70, height: 22))
        #expect(placed.content?.all("Text").map(\.frame)[2] == Rect(x: 40.5, y: 106, width: 20, height: 20))
    }

    @Test func `A: the budget's links are hit where they are seen`() {
        let placed = budget()
        #expect(
            placed.hits.map(\.frame) == [
                Rect(x: 175, y: 94, width: 147, height: 44), Rect(x: 16, y: 94, width: 147, height: 44),
            ])
        #expect(placed.url(at: Point(x: 90, y: 116))?.absoluteString == "app://addincome")
        #expect(placed.url(at: Point(x: 200, y: 137.9))?.absoluteString == "app://addexpense")
        #expect(placed.url(at: Point(x: 10, y: 10)) == nil)
        #expect(placed.background?.frame == Rect(x: 0, y: 0, width: 338, height: 158))
    }

    private var photo: some View {
        let bitmap = Bitmap(
            size: PixelSize(width: 240, height: 160), pixels: [UInt8](repeating: 0, count: 240 * 160 * 4))
        return Image(uiImage: UIImage(bitmap: bitmap)).resizable()
    }

    @Test func `B: a photo covers the widget and hangs over`() {
        let medium = Size(width: 338, height: 158)
        let filled = place(photo.aspectRatio(contentMode: .fill), in: medium)
        #expect(filled.frames("Image")[0].isClose(to: Rect(x: 0, y: -33.67, width: 338, height: 225.33)))
        let inside = place(photo.aspectRatio(contentMode: .fill), in: Size(width: 306, height: 126))
        #expect(inside.frames("Image")[0].size == Size(width: 306, height: 204))
        let fitted = place(photo.aspectRatio(contentMode: .fit), in: medium)
        #expect(fitted.frames("Image")[0].size == Size(width: 237, height: 158))
    }

    private func todo(rows: Int) -> PlacedWidget {
        let view = ZStack {
            Color.white
            VStack {
                ForEach(0..<rows) { row in
                    HStack {
                        Color.green.frame(width: 16, height: 16)
                        Text(verbatim: "todo").frame(width: 140, alignment: .leading)
                    }
                    Spacer()
                }
            }
            .padding(16)
        }
        let font = StubFont(sizes: ["todo": Size(width: 60, height: 17)])
        return place(view, in: Size(width: 338, height: 158), font: font)
    }

    @Test(arguments: [
        (4, [16, 47.5, 79, 110.5]), (5, [16, 41.2, 66.4, 91.6, 116.8]), (6, [4, 29, 54, 79, 104, 129]),
    ])
    func `C: rows and spacers share the height`(rows: Int, tops: [Double]) {
        let frames = todo(rows: rows).frames("HStack")
        #expect(frames.count == rows)
        for (frame, top) in zip(frames, tops) {
            #expect(frame.isClose(to: Rect(x: 87, y: top, width: 164, height: 17)))
        }
    }

    @Test func `D: a child is placed with what it was offered, not with what it took`() {
        let view = HStack(spacing: 0) {
            Color.red.frame(maxWidth: 100)
            Color.blue.frame(minWidth: 100)
        }
        let placed = place(view, in: Size(width: 150, height: 20))
        #expect(placed.frames("HStack")[0].width == 175)
        #expect(placed.frames("FlexibleFrame").map(\.width) == [75, 100])
        #expect(placed.frames("Color").map(\.width) == [75, 100])
    }

    @Test func `E: a button's frame at three proposals`() {
        let font = StubFont(sizes: ["label": Size(width: 70, height: 22)])
        let button = Text(verbatim: "label").frame(maxWidth: .infinity, minHeight: 44)
        func size(_ proposal: Proposal) -> Size? {
            let pass = LayoutPass(text: font)
            return EvaluatedWidget(button).root.map { pass.size(of: $0, for: proposal) }
        }
        #expect(size(Proposal(width: 147, height: 126)) == Size(width: 147, height: 44))
        #expect(size(.unspecified) == Size(width: 70, height: 44))
        #expect(size(Proposal(width: 50, height: 20)) == Size(width: 50, height: 44))
    }
}
