import Testing
import WidgetTestSupport
import WidgetUI

/// How stacks share their room.
@MainActor struct StackLayoutTests {
    private func square(_ side: Double) -> some View { Color.red.frame(width: side, height: side) }

    @Test func `views stand eight points apart unless told otherwise`() {
        #expect(
            place(
                HStack {
                    square(10); square(20)
                }
            ).frames("Frame").map(\.minX) == [31, 49])
        #expect(
            place(
                HStack(spacing: 0) {
                    square(10); square(20)
                }
            ).frames("Frame").map(\.minX) == [35, 45])
        #expect(
            place(
                VStack(spacing: 5) {
                    square(10); square(20)
                }
            ).frames("Frame").map(\.minY) == [32.5, 47.5])
    }

    @Test func `nothing is added beside a spacer, which is eight points at least`() {
        let placed = place(
            HStack {
                square(10); Spacer(); square(10)
            })
        #expect(placed.frames("Frame").map(\.minX) == [0, 90])
        let narrow = place(
            HStack {
                square(10); Spacer(); square(10)
            }, in: Size(width: 20, height: 20))
        #expect(narrow.frames("Frame").map(\.minX) == [-4, 14])
        let spaced = place(
            HStack(spacing: 2) {
                square(10); Spacer(minLength: 0); square(10)
            })
        #expect(spaced.frames("Spacer").map(\.width) == [76])
    }

    @Test func `equally flexible views share equally`() {
        let placed = place(
            HStack(spacing: 10) {
                Color.red; Color.blue; Color.green
            })
        #expect(placed.frames("Color").map(\.minX).map { $0.rounded() } == [0, 37, 73])
    }

    @Test func `a stack of several views without bounds is as flexible as one of them`() {
        let placed = place(
            HStack(spacing: 0) {
                HStack(spacing: 0) {
                    Color.red; Color.blue
                }
                Color.green.frame(minWidth: 10, maxWidth: 30)
            })
        #expect(placed.frames("Color").map(\.width) == [35, 35, 30])
    }

    @Test func `a view of higher priority is asked first`() {
        let font = StubFont(sizes: ["long": Size(width: 90, height: 10), "short": Size(width: 40, height: 10)])
        let even = place(
            HStack(spacing: 0) {
                Text("long"); Text("short")
            }, font: font)
        #expect(even.textFrames["short"]?.width == 40)
        #expect(even.textFrames["long"]?.width == 60)
        let first = place(
            HStack(spacing: 0) {
                Text("long").layoutPriority(1); Text("short")
            }, font: font)
        #expect(first.textFrames["long"]?.width == 90)
        #expect(first.textFrames["short"]?.width == 10)
    }

    @Test func `the least size of lower priorities is set aside`() {
        let placed = place(
            HStack(spacing: 0) {
                Color.red.layoutPriority(1); Color.blue.frame(minWidth: 30)
            })
        #expect(placed.frames("Color").map(\.width) == [70, 30])
    }

    @Test func `without a proposal every view has its own size`() {
        let placed = place(
            HStack {
                Text("abc"); Color.red
            }.fixedSize())
        #expect(placed.frames("Text")[0].width == 30)
        #expect(placed.frames("Color")[0].size == Size(width: 10, height: 20))
    }

    @Test func `a divider learns the width of a stack that has none proposed`() {
        let placed = place(
            VStack {
                Text("abcd"); Divider()
            }.fixedSize())
        #expect(placed.frames("Divider") == [Rect(x: 30, y: 63.5, width: 40, height: 1)])
        let upright = place(
            HStack {
                Text("a"); Divider()
            })
        #expect(upright.frames("Divider")[0].size == Size(width: 1, height: 100))
    }

    @Test func `views are aligned across the stack`() {
        let leading = place(
            VStack(alignment: .leading) {
                square(10); square(30)
            })
        #expect(leading.frames("Frame").map(\.minX) == [35, 35])
        let trailing = place(
            VStack(alignment: .trailing) {
                square(10); square(30)
            })
        #expect(trailing.frames("Frame").map(\.minX) == [55, 35])
        let bottom = place(
            HStack(alignment: .bottom) {
                square(10); square(30)
            })
        #expect(bottom.frames("Frame").map(\.maxY) == [65, 65])
    }

    @Test func `texts of different heights stand on one baseline`() {
        let font = StubFont(sizes: ["big": Size(width: 30, height: 40), "small": Size(width: 30, height: 20)])
        let view = HStack(alignment: .firstTextBaseline, spacing: 0) {
            Text("big")
            VStack(spacing: 0) { Text("small").padding(1) }
        }
        let placed = place(view, font: font)
        let (big, small) = (placed.textFrames["big"], placed.textFrames["small"])
        #expect(big.map { $0.minY + 30 } == small.map { $0.minY + 15 })
        #expect(placed.content?.frame.height == 40)
    }

    @Test func `a guide of a view's own moves it, also from inside of a frame`() {
        let view = VStack(alignment: .leading, spacing: 0) {
            square(10)
            square(10).alignmentGuide(.leading) { $0.width / 2 }.padding(0)
        }
        #expect(place(view).frames("Frame").map(\.minX) == [47.5, 42.5])
    }

    @Test func `hostile numbers do not reach the picture`() {
        let view = HStack(spacing: .nan) {
            Color.red.frame(width: .infinity, height: .nan)
            Text("x").padding(.infinity).offset(x: .nan)
            Color.blue.frame(minWidth: .infinity, maxWidth: -1)
            Spacer(minLength: .infinity)
        }
        let placed = place(view)
        let numbers = placed.content.map(allNumbers) ?? [.nan]
        #expect(numbers.allSatisfy { $0.isFinite })
    }

    private func allNumbers(_ node: PlacedNode) -> [Double] {
        [node.frame.minX, node.frame.minY, node.frame.width, node.frame.height] + node.children.flatMap(allNumbers)
    }

    @Test func `a thousand views in deep stacks are each sized a few times only`() {
        let font = CountingFont()
        let view = VStack { ForEach(0..<10) { _ in Nested(depth: 6) } }
        let evaluated = EvaluatedWidget(view)
        _ = evaluated.placed(in: Size(width: 338, height: 354), measuring: font)
        #expect(font.count < 10 * 64 * 40)
    }

    /// A binary tree of stacks, 2 to the depth texts.
    private struct Nested: View {
        let depth: Int

        var body: AnyView {
            guard depth > 0 else { return AnyView(Text("x")) }
            if depth.isMultiple(of: 2) {
                return AnyView(
                    HStack {
                        Nested(depth: depth - 1); Nested(depth: depth - 1)
                    })
            }
            return AnyView(
                VStack {
                    Nested(depth: depth - 1); Nested(depth: depth - 1)
                })
        }
    }
}
