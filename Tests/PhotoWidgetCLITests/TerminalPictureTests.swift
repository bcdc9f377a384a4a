import PhotoWidget
import Testing

@testable import PhotoWidgetCLI

@Suite struct TerminalPictureTests {
    private let bitmap = Bitmap(
        size: PixelSize(width: 40, height: 40), pixels: Array((0..<1600).map { _ in [200, 30, 40, 255] }.joined()))

    private func text(_ environment: [String: String]) throws -> String {
        let bytes = try #require(
            TerminalPicture.bytes(of: bitmap, in: TerminalPicture.Room(), environment: environment))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `each terminal gets the best that it has`() throws {
        #expect(try text(["TERM": "xterm-kitty"]).hasPrefix("\u{1B}_G"))
        #expect(
            try text(["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "LC_TERMINAL": "iTerm2"])
                .contains("\u{1B}]1337;"))
        #expect(try text(["TERM": "mlterm"]).contains("\u{1B}P"))
        let symbols = try text(["TERM": "xterm-256color"])
        #expect(symbols.contains("\u{1B}[") && symbols.hasSuffix("\n"))
    }

    @Test func `a picture is never enlarged, and leaves room for the prompt`() {
        var room = TerminalPicture.Room()
        #expect(room.cells(for: PixelSize(width: 100, height: 40)) == (10, 2))
        #expect(room.cells(for: PixelSize(width: 8000, height: 100)) == (80, 1))
        #expect(room.cells(for: PixelSize(width: 440, height: 44_000)) == (1, 22))
        room.rows = 1
        #expect(room.cells(for: PixelSize(width: 1, height: 1)) == (1, 1))
    }

    @Test func `a terminal that shows only text is known`() {
        #expect(TerminalPicture.isCapable(["TERM": "xterm"]))
        for environment in [[:], ["TERM": ""], ["TERM": "dumb"], ["TERM": "vt100"]] {
            #expect(!TerminalPicture.isCapable(environment))
        }
    }
}
