import Glibc
import PhotoWidget
import Raster
import Storage
import TestSupport
import Testing

@Suite struct OutputFileTests {
    private let scratch: ScratchDirectory
    private let bitmap = Bitmap(size: PixelSize(width: 3, height: 2), pixels: [UInt8](repeating: 255, count: 24))

    init() throws { scratch = try ScratchDirectory() }

    private func write(_ bytes: [UInt8], to name: String, isForced: Bool = false) throws {
        try OutputFile(path: scratch(name), isForced: isForced).write(bytes)
    }

    private func marked() throws -> [(name: String, bytes: [UInt8])] {
        let black = bitmap.dithered(to: Palette(grayDepth: 1))
        return [
            ("a.png", PNGEncoder.encode(bitmap, text: OutputMark.text)),
            ("gray.png", PNGEncoder.encode(black, text: OutputMark.text)),
            ("a.jpg", try JPEGEncoder.encode(bitmap, comment: OutputMark.word)),
            ("a.pam", PAMEncoder.encode(bitmap, comment: OutputMark.word)),
            ("a.bmp", try BMPEncoder.encode(black, isMarked: true)),
        ]
    }

    @Test func `what was written is replaced, in every format`() throws {
        for (name, bytes) in try marked() {
            try write(bytes, to: name)
            try write(bytes, to: name)
            #expect(try MappedFile.contents(ofFile: scratch(name)) == bytes)
        }
    }

    @Test func `a marked picture is the same picture`() throws {
        for (name, bytes) in try marked() where [".png", ".jpg"].contains(name.suffix(4)) && name.hasPrefix("a") {
            let thumbnail = try ImageDecoders.thumbnail(
                of: bytes, ThumbnailRequest(box: PixelSize(width: 8, height: 8), strictness: .strict))
            #expect(thumbnail.bitmap == bitmap, "\(name)")
        }
        let pam = PAMEncoder.encode(bitmap, comment: OutputMark.word)
        #expect(pam.suffix(bitmap.pixels.count).elementsEqual(bitmap.pixels))
        #expect(pam.count % 64 == bitmap.pixels.count % 64)
    }

    @Test func `a file without the mark is replaced only by force, an empty one is no loss`() throws {
        let bitmap = bitmap
        let foreign: [(String, [UInt8])] = [
            ("text.png", Array("precious".utf8)), ("a.png", PNGEncoder.encode(bitmap)),
            ("said.png", PNGEncoder.encode(bitmap, text: [("Comment", "Software\0photowidget")])),
            ("a.jpg", try JPEGEncoder.encode(bitmap, comment: "photo of a widget")),
            ("a.pam", PAMEncoder.encode(bitmap)),
            ("cut.png", [0x89, 0x50, 0x4E, 0x47]), ("cut.jpg", [0xFF, 0xD8, 0xFF]), ("cut.bmp", [0x42, 0x4D]),
        ]
        for (name, bytes) in foreign {
            try scratch.write(bytes, to: name)
            #expect(throws: OutputFileError(path: scratch(name), reason: .isForeign)) { try write([1], to: name) }
            #expect(throws: OutputFileError(path: scratch(name), reason: .isForeign)) {
                try OutputFile(path: scratch(name), isForced: false).check()
            }
            #expect(try MappedFile.contents(ofFile: scratch(name)) == bytes)
            try write([1], to: name, isForced: true)
            #expect(try MappedFile.contents(ofFile: scratch(name)) == [1])
        }
        try scratch.write([], to: "empty")
        try write([1], to: "empty")
    }

    @Test func `an input is not written, by whatever name and force`() throws {
        try scratch.write([1], to: "in/a.png")
        try SymbolicLink.replace(at: scratch("link.png"), with: "in/a.png")
        #expect(try Directory.link(scratch("in/a.png"), to: scratch("hard.png")))
        let inputs = [try #require(try FileStatus.of(scratch("in/a.png"))).identity]
        for name in ["in/a.png", "in/../in/./a.png", "link.png", "hard.png"] {
            let output = OutputFile(path: scratch(name), isForced: true, inputs: Set(inputs))
            #expect(throws: OutputFileError(path: scratch(name), reason: .isInput)) { try output.check() }
            #expect(throws: OutputFileError(path: scratch(name), reason: .isInput)) { try output.write([2]) }
        }
        #expect(try MappedFile.contents(ofFile: scratch("in/a.png")) == [1])
    }

    @Test func `a link of one's own is written through, and a device takes what is written`() throws {
        try Directory.create(at: scratch("disk"))
        try SymbolicLink.replace(at: scratch("out.png"), with: "disk/out.png")
        try write([1], to: "out.png")
        #expect(try MappedFile.contents(ofFile: scratch("disk/out.png")) == [1])
        try OutputFile(path: "/dev/null", isForced: false).write([1])
        #expect(throws: OutputFileError.self) { try write([1], to: "disk") }
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to play two users"))
    func `a pipe that another user put where all may write is not written to`() throws {
        #expect(unsafe chmod(scratch.path, 0o1777) == 0 && mkfifo(scratch("pipe"), 0o666) == 0)
        #expect(unsafe chown(scratch("pipe"), 65_002, 65_002) == 0)
        let error = #expect(throws: OutputFileError.self) { try write([1], to: "pipe") }
        guard case .system(.foreignLink(_, 65_002))? = error?.reason else {
            return #expect(Bool(false), "\(error as Any)")
        }
    }
}
