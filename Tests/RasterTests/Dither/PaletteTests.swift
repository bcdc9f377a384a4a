import Testing

@testable import Raster

@Suite struct PaletteTests {
    @Test func `grays lie at equal distances from black to white`() {
        #expect(Palette(grayDepth: 1).colors.map(\.red) == [0, 255])
        #expect(Palette(grayDepth: 2).colors.map(\.red) == [0, 85, 170, 255])
        #expect(Palette(grayDepth: 4).colors.map(\.red).prefix(3) == [0, 17, 34])
        #expect(Palette(grayDepth: 8).colors.count == 256)
    }

    @Test func `colours are names or numbers`() throws {
        let palette = try #require(Palette("Black,#FF8000,00ff00"))
        #expect(palette.colors.map { [$0.red, $0.green, $0.blue] } == [[0, 0, 0], [255, 128, 0], [0, 255, 0]])
        #expect(palette.depth == 2 && palette.grayDepth == nil)
    }

    @Test(arguments: ["", "black", "black,,white", "black,pinkish", "black,12345", "black,1234567", "black,+12345"])
    func `anything else is none`(text: String) { #expect(Palette(text) == nil) }

    @Test func `more colours than a byte counts are none`() {
        #expect(Palette(Array(repeating: "black", count: 257).joined(separator: ",")) == nil)
    }
}
