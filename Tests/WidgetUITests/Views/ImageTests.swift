import FoundationEssentials
import Raster
import TestSupport
import Testing
import WidgetTestSupport
import WidgetUI

/// Where pictures come from, and how large they are.
@MainActor struct ImageTests {
    private let assets = StubAssets(["logo": .blank(width: 64, height: 32, scale: 2)])

    @Test func `an asset has its pixels' size over its scale, unless it is resizable`() {
        #expect(place(Image("logo"), assets: assets).content?.frame.size == Size(width: 32, height: 16))
        #expect(place(Image("logo").resizable(), assets: assets).content?.frame.size == Size(width: 100, height: 100))
        let fitted = place(Image("logo").resizable().scaledToFit(), assets: assets)
        #expect(fitted.frames("Image") == [Rect(x: 0, y: 25, width: 100, height: 50)])
    }

    @Test func `a missing asset draws nothing and is reported once`() {
        let placed = place(
            HStack {
                Image("gone").resizable(); Image("gone")
            })
        #expect(placed.content?.all("Image").map(\.drawing) == [nil, nil])
        #expect(placed.findings == [.missingAsset("gone")])
    }

    @Test func `a missing symbol keeps the room of a letter and is reported`() {
        let placed = place(Label("text", systemImage: "star").font(.system(size: 12)))
        #expect(placed.frames("Image").map(\.size) == [Size(width: 12, height: 12)])
        #expect(placed.findings == [.missingSymbol("star")])
        #expect(placed.altText == "text")
    }

    @Test func `a template takes the surrounding colour`() throws {
        let view = Image("logo").renderingMode(.template).foregroundColor(.red)
        guard case .image(let drawing)? = place(view, assets: assets).content?.drawing else {
            Issue.record("no picture")
            return
        }
        #expect(drawing.tint == Color.red.paint(in: EnvironmentValues()))
        #expect(drawing.bitmap.size.width == 64)
    }

    @Test func `a picture's bytes become pixels, and what is no picture becomes nothing`() throws {
        let image = try #require(UIImage(data: Data(SamplePicture.png(6, 4))))
        #expect(image.size == Size(width: 6, height: 4))
        #expect(UIImage(data: Data(SamplePicture.png(6, 4)), scale: 2)?.size == Size(width: 3, height: 2))
        #expect(UIImage(data: Data("<html>".utf8)) == nil)
        #expect(UIImage(data: Data()) == nil)
        #expect(UIImage().size == .zero)
    }

    @Test func `a picture of more pixels than the limit is refused by its header`() {
        // A PNG's header that claims 60,000 by 60,000 pixels, and no pixels.
        var bytes = SamplePicture.png(6, 4)
        bytes.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
        #expect(UIImage(data: Data(bytes)) == nil)
    }
}
