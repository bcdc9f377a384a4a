import Testing

@testable import Raster

@Suite struct ImageSnifferTests {
    @Test func `formats that are decoded are known by their first bytes`() {
        #expect(sniff([0xFF, 0xD8, 0xFF, 0xE0]) == .format(.jpeg))
        #expect(sniff([0x89] + "PNG\r\n\u{1A}\n".utf8) == .format(.png))
        #expect(sniff("GIF87a".utf8) == .format(.gif))
        #expect(sniff("GIF89a".utf8) == .format(.gif))
        #expect(sniff("RIFF\0\0\0\0WEBPVP8 ".utf8) == .format(.webp))
    }

    @Test(arguments: [
        ("II*\0", "TIFF"), ("MM\0*", "TIFF"), ("BM6\0\0\0", "BMP"), ("8BPS", "Photoshop"), ("qoif", "QOI"),
        ("\0\0\0 ftypavif\0\0\0\0", "AVIF"), ("\0\0\0 ftypheic\0\0\0\0", "HEIC"),
        ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1avif", "AVIF"), ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1heic", "HEIC"),
        ("\0\0\0\u{14}ftypmif1\0\0\0\0mif1", "HEIF"), ("\0\0\0\u{0C}JXL ", "JPEG XL"),
        ("<svg xmlns=\"http://www.w3.org/2000/svg\">", "SVG"), ("\u{FEFF}<?xml version=\"1.0\"?>\n<svg>", "SVG"),
        ("  <!-- drawn by hand -->\n<svg width=\"1\">", "SVG"),
    ])
    func `formats that are not decoded are named`(_ text: String, _ name: String) {
        #expect(sniff(text.utf8) == .unsupported(name))
    }

    @Test(arguments: [
        ("<!DOCTYPE html><svg>", "HTML"), ("\n\n<HTML><body>", "HTML"), ("<p><body>", "HTML"),
        ("<?xml version=\"1.0\"?><Error>", "XML"), ("{\"stat\":\"fail\"}", "JSON"), ("[1]", "JSON"),
        ("Not found\n", "text"), ("%PDF-1.7", "PDF"), ("PK\u{03}\u{04}", "ZIP"), ("\u{1F}", "1F"),
    ])
    func `what is no picture is named by what it looks like`(_ text: String, _ name: String) {
        #expect(sniff(text.utf8) == .notAPicture(found: name))
    }

    @Test func `other bytes are shown`() {
        #expect(sniff([0x1F, 0x8B, 0x08]) == .notAPicture(found: "gzip"))
        #expect(sniff([0x00, 0xFF, 0x0A, 0xB1, 0x22]) == .notAPicture(found: "00 FF 0A B1"))
        #expect(sniff([0xFF, 0x0A]) == .unsupported("JPEG XL"))
        #expect(sniff([0xFF, 0xD8]) == .notAPicture(found: "FF D8"))
    }

    @Test func `a format nobody decodes is refused by name, and nothing at all as empty`() {
        #expect(throws: DecodingError.empty) { try unsafe ImageDecoders.header(of: [UInt8]().span.bytes) }
        let tiff = Array("II*\0".utf8)
        #expect(throws: DecodingError.unsupported("TIFF")) { try unsafe ImageDecoders.header(of: tiff.span.bytes) }
    }

    private func sniff(_ bytes: some Sequence<UInt8>) -> ImageSniffer.Finding {
        let bytes = Array(bytes)
        return unsafe ImageSniffer.sniff(bytes.span.bytes)
    }
}
