import FoundationEssentials
import Raster
import Testing

@testable import WidgetUI

@MainActor @Suite struct PainterTests {
    private let red = PaintedLetters.red
    private let green = PaintedLetters.green
    private let blue = PaintedLetters.blue

    private func rows(
        _ view: some View, width: Double, height: Double, scale: Double = 1, scheme: ColorScheme = .light
    ) throws -> [String] {
        PaintedLetters.rows(of: try paint(view, width: width, height: height, scale: scale, scheme: scheme).bitmap)
    }

    @Test func `colours fill what the layout gives them, the later ones above`() throws {
        let view = ZStack(alignment: .topLeading) {
            red
            HStack(spacing: 1) {
                green.frame(width: 2, height: 2)
                blue.frame(width: 1, height: 3)
            }
        }
        #expect(
            try rows(view, width: 6, height: 4) == [
                "RRRBRR",
                "GGRBRR",
                "GGRBRR",
                "RRRRRR",
            ])
    }

    @Test func `edges are rounded to the nearest pixel when painted, and not before`() throws {
        // Thirds of 8 points: edges at 2.67 and 5.33.
        let view = HStack(spacing: 0) {
            red
            green
            blue
        }
        #expect(try rows(view, width: 8, height: 1) == ["RRRGGBBB"])
        #expect(try rows(view, width: 8, height: 0.5, scale: 2) == ["RRRRRGGGGGGBBBBB"])
    }

    @Test func `what is thinner than a pixel is a pixel wide`() throws {
        #expect(try rows(red.frame(width: 0.25), width: 3, height: 1) == [".R."])
    }

    @Test func `a clip cuts what reaches beyond it, and the widget's edge all`() throws {
        let view = red.frame(width: 6, height: 6).frame(width: 2, height: 1).clipped()
        #expect(
            try rows(view, width: 4, height: 3) == [
                "....",
                ".RR.",
                "....",
            ])
        #expect(try rows(red.frame(width: 60, height: 60), width: 2, height: 1) == ["RR"])
    }

    @Test func `round corners are cut from the picture`() throws {
        let picture = try paint(red.cornerRadius(4), width: 16, height: 16).bitmap
        #expect(picture.pixel(0, 0)[3] < 20 && picture.pixel(15, 15)[3] < 20)
        #expect(picture.pixel(8, 0) == [255, 0, 0, 255] && picture.pixel(0, 8) == [255, 0, 0, 255])
    }

    @Test func `opacity counts for a group as a whole`() throws {
        // Two reds that overlap under one opacity are no darker where they overlap.
        let view = ZStack {
            red
            red.frame(width: 1)
        }.opacity(0.5)
        let picture = try paint(view, width: 3, height: 1).bitmap
        #expect(picture.pixel(0, 0) == picture.pixel(1, 0))
        #expect(picture.pixel(0, 0)[3] == 128 && picture.pixel(0, 0)[0] == 255)
    }

    @Test func `nothing is painted of what is hidden`() throws {
        #expect(try rows(red.opacity(0), width: 2, height: 1) == [".."])
    }

    @Test func `light and dark are two pictures of one view`() throws {
        let view = Color.primary
        #expect(try rows(view, width: 1, height: 1) == ["K"])
        #expect(try rows(view, width: 1, height: 1, scheme: .dark) == ["W"])
    }

    @Test func `a stroke lies half inside, a border wholly`() throws {
        let stroke = Rectangle().stroke(red, lineWidth: 2).frame(width: 4, height: 4)
        #expect(
            try rows(stroke, width: 6, height: 6) == [
                "RRRRRR",
                "RRRRRR",
                "RR..RR",
                "RR..RR",
                "RRRRRR",
                "RRRRRR",
            ])
        #expect(
            try rows(green.border(red), width: 4, height: 3) == [
                "RRRR",
                "RGGR",
                "RRRR",
            ])
    }

    @Test func `circle, capsule and ellipse lie in the middle of their frame`() throws {
        for view in [AnyView(Circle().fill(red)), AnyView(Capsule().fill(red)), AnyView(Ellipse().fill(red))] {
            let picture = try paint(view, width: 20, height: 10).bitmap
            #expect(picture.pixel(10, 5) == [255, 0, 0, 255])
            #expect(picture.pixel(0, 0)[3] == 0 && picture.pixel(19, 9)[3] == 0)
        }
    }

    @Test func `a gradient goes from its first colour to its last`() throws {
        let view = LinearGradient(colors: [.black, .white], startPoint: .leading, endPoint: .trailing)
        let picture = try paint(view, width: 100, height: 1).bitmap
        #expect(picture.pixel(0, 0)[0] < 4 && picture.pixel(99, 0)[0] > 251)
        #expect(abs(Int(picture.pixel(50, 0)[0]) - 128) < 4)
    }

    @Test func `a shape that follows the widget's corners has their radius at its edge, and less inside`() throws {
        let outer = try paint(ContainerRelativeShape().fill(red), width: 60, height: 60).bitmap
        #expect(outer.pixel(4, 4)[3] == 0)
        let inner = try paint(ContainerRelativeShape().fill(red).padding(20), width: 60, height: 60).bitmap
        #expect(inner.pixel(22, 22)[3] > 200)
    }

    // MARK: - Pictures

    private var checkers: UIImage {
        // R G over B W.
        let pixels: [UInt8] = [
            255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255,
        ]
        return UIImage(bitmap: Bitmap(size: PixelSize(width: 2, height: 2), pixels: pixels))
    }

    @Test func `a picture of its own size is painted pixel by pixel`() throws {
        #expect(
            try rows(Image(uiImage: checkers), width: 4, height: 2) == [
                ".RG.",
                ".BW.",
            ])
    }

    @Test func `without interpolation pixels become squares, and nobody is warned`() throws {
        let picture = try paint(Image(uiImage: checkers).resizable().interpolation(.none), width: 4, height: 4)
        #expect(PaintedLetters.rows(of: picture.bitmap) == ["RRGG", "RRGG", "BBWW", "BBWW"])
        #expect(picture.findings.isEmpty)
    }

    @Test func `a picture that fills is cut evenly at both sides`() throws {
        let image = Image(uiImage: checkers).resizable().interpolation(.none).aspectRatio(contentMode: .fill)
        #expect(try rows(image, width: 4, height: 2) == ["RRGG", "BBWW"])
    }

    @Test func `a picture that is drawn larger than its pixels is reported`() throws {
        let picture = try paint(Image(uiImage: checkers).resizable(), width: 8, height: 8)
        #expect(
            picture.findings.contains(
                .enlargedImage(pixels: PixelSize(width: 2, height: 2), drawn: PixelSize(width: 8, height: 8))))
    }

    @Test func `of a template only the alpha counts`() throws {
        let image = Image(uiImage: checkers).renderingMode(.template).foregroundColor(blue)
        #expect(try rows(image, width: 2, height: 2) == ["BB", "BB"])
    }

    // MARK: - Sizes

    @Test func `a size that cannot be painted is an error`() throws {
        #expect(throws: RenderError.badSize(PixelSize(width: 0, height: 1), limit: 16_384)) {
            try paint(red, width: 0, height: 1)
        }
        #expect(throws: RenderError.badSize(PixelSize(width: 20_000, height: 1), limit: 16_384)) {
            try paint(red, width: 20_000, height: 1)
        }
    }

    @Test func `sides are points times the scale, rounded`() throws {
        #expect(try paint(red, width: 715.5, height: 342, scale: 2).bitmap.size == PixelSize(width: 1431, height: 684))
        #expect(try paint(red, width: 10, height: 10, scale: 1.25).bitmap.size == PixelSize(width: 13, height: 13))
    }
}
