import Testing

@testable import Raster

@Suite struct PressInksTests {
    @Test(
        arguments: [
            ((0, 255, 255, 0), [255, 0, 0]), ((255, 0, 255, 0), [0, 255, 0]), ((255, 255, 0, 0), [0, 0, 255]),
            ((0, 0, 0, 255), [0, 0, 0]), ((0, 0, 0, 0), [255, 255, 255]), ((0, 0, 0, 128), [127, 127, 127]),
        ] as [((UInt8, UInt8, UInt8, UInt8), [UInt8])])
    func `drawn colours are what they say`(inks: (UInt8, UInt8, UInt8, UInt8), light: [UInt8]) {
        let drawn = PressInks(mayBeDrawn: true).light(of: inks)
        #expect([drawn.red, drawn.green, drawn.blue] == light)
    }

    @Test func `in a file made for the press full inks are no light of a screen`() {
        let red = PressInks(mayBeDrawn: false).light(of: (0, 255, 255, 0))
        #expect(red.red > 200 && red.green > 20 && red.blue > 20)
        let black = PressInks(mayBeDrawn: false).light(of: (0, 0, 0, 255))
        #expect(black.red > 20 && black.red < 60)
    }

    @Test func `from a drawn colour to a separated one there is no step`() {
        let inks = PressInks(mayBeDrawn: true)
        var before = Int(inks.light(of: (0, 0, 0, 160)).red)
        for cyan in 1...40 {
            let red = Int(inks.light(of: (UInt8(cyan), 0, 0, 160)).red)
            #expect(abs(red - before) <= 6)
            before = red
        }
    }

    @Test func `paper is white, and no colour of three inks is touched`() {
        for inks in [(90, 120, 60, 30), (200, 150, 140, 80)] as [(UInt8, UInt8, UInt8, UInt8)] {
            let (one, other) = (
                PressInks(mayBeDrawn: true).light(of: inks), PressInks(mayBeDrawn: false).light(of: inks)
            )
            #expect(one == other)
        }
        #expect(PressInks(mayBeDrawn: false).light(of: (0, 0, 0, 0)) == (255, 255, 255))
    }
}
