import FoundationEssentials
import PhotoFeed
import Raster
import Storage
import TestSupport
import Testing

@testable import PhotoWidget

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct DesktopThumbnailsTests {
    private let scratch: ScratchDirectory
    private let thumbnails: DesktopThumbnails

    init() throws {
        scratch = try ScratchDirectory()
        thumbnails = try DesktopThumbnails(environment: ["XDG_CACHE_HOME": scratch("xdg")])
        try scratch.write(try SamplePicture.jpeg(600, 400), to: "a photo.jpg")
    }

    @Test func `a thumbnail is named by the MD5 of the file's address`() throws {
        let path = try #require(try make("a photo.jpg", .large).first)
        let uri = "file://\(scratch.path)/a%20photo.jpg"
        #expect(path == "\(scratch("xdg/thumbnails/large"))/\(MD5.hexDigest(of: Array(uri.utf8))).png")
        let picture = try ImageDecoders.thumbnail(of: try bytes(path), ThumbnailRequest())
        #expect(picture.originalSize == PixelSize(width: 256, height: 171))
    }

    @Test func `a thumbnail carries the keys, has an alpha channel, and is not interlaced`() throws {
        let path = try #require(try make("a photo.jpg", .normal).first)
        let text = String(decoding: try bytes(path), as: UTF8.self)
        let modified = Int(try #require(try FileStatus.of(scratch("a photo.jpg"))).modified.rounded(.down))
        for key in [
            "Thumb::URI\0file://\(scratch.path)/a%20photo.jpg", "Thumb::MTime\0\(modified)",
            "Thumb::Mimetype\0image/jpeg", "Thumb::Image::Width\0600", "Thumb::Image::Height\0400",
        ] { #expect(text.contains(key)) }
        // Bit depth, colour type (RGBA), compression, filter, interlace.
        #expect(Array(try bytes(path)[24..<29]) == [8, 6, 0, 0, 0])
    }

    @Test func `directories and files are the user's alone`() throws {
        let path = try #require(try make("a photo.jpg", .large).first)
        #expect(mode(path) == 0o600)
        for directory in ["xdg/thumbnails", "xdg/thumbnails/large"] { #expect(mode(scratch(directory)) == 0o700) }
        #expect(try scratch.files(below: "xdg").count == 1)
    }

    @Test func `one that is right is left, one of another time is replaced`() throws {
        let path = try #require(try make("a photo.jpg", .large).first)
        let before = try bytes(path)
        let marked = before + [0]
        try AtomicFile.replace(at: path, with: marked)
        _ = try make("a photo.jpg", .large)
        #expect(try bytes(path) == marked)
        setTime(of: scratch("a photo.jpg"), to: 1_000_000_000)
        _ = try make("a photo.jpg", .large)
        #expect(String(decoding: try bytes(path), as: UTF8.self).contains("Thumb::MTime\0" + "1000000000"))
    }

    @Test(arguments: [("1000000000.25", true), ("1000000000.250000", true), ("1000000000.5", false), ("1e9.", false)])
    func `one of another program is right if its time is, with a fraction too`(time: String, isRight: Bool) throws {
        setTime(of: scratch("a photo.jpg"), to: 1_000_000_000, nanoseconds: 250_000_000)
        let path = try #require(try make("a photo.jpg", .large).first)
        let keys = [("Thumb::URI", "file://\(scratch.path)/a%20photo.jpg"), ("Thumb::MTime", time)]
        let theirs = PNGEncoder.encode(
            Bitmap(size: PixelSize(width: 1, height: 1), pixels: [1, 2, 3, 4]), text: keys.map { ($0.0, $0.1) })
        try AtomicFile.replace(at: path, with: theirs)
        _ = try make("a photo.jpg", .large)
        #expect(try (bytes(path) == theirs) == isRight)
    }

    @Test func `the fraction of a file's time can be dropped`() throws {
        setTime(of: scratch("a photo.jpg"), to: 1_000_000_000, nanoseconds: 250_000_000)
        try FileStatus.dropFraction(ofTimeAt: scratch("a photo.jpg"))
        #expect(try FileStatus.of(scratch("a photo.jpg"))?.modified == 1_000_000_000)
        try FileStatus.dropFraction(ofTimeAt: scratch("nowhere"))
    }

    @Test func `what cannot be decoded leaves a mark, until it is mended`() throws {
        try scratch.write(Array("no picture".utf8), to: "b.png")
        #expect(throws: LoadError.self) { try make("b.png", .large) }
        let fails = try scratch.files(below: "xdg/thumbnails/fail")
        #expect(fails.count == 1)
        let mark = try bytes(scratch(try #require(fails.first)))
        #expect(String(decoding: mark, as: UTF8.self).contains("Thumb::URI\0file://\(scratch.path)/b.png"))
        try scratch.write(SamplePicture.png(300, 200), to: "b.png")
        _ = try make("b.png", .large)
        #expect(try scratch.files(below: "xdg/thumbnails/fail").isEmpty)
    }

    @Test func `of a file that cannot be read nothing is written`() throws {
        #expect(throws: LoadError.self) { try make("nowhere.jpg", .large) }
        #expect(throws: LoadError.self) { try thumbnails.make(of: scratch.path, [.large]) }
        #expect(try FileStatus.of(scratch("xdg")) == nil)
    }

    @Test func `thumbnails have no thumbnails`() throws {
        let path = try #require(try make("a photo.jpg", .large).first)
        #expect(try thumbnails.make(of: path, [.normal]).isEmpty)
        #expect(try scratch.files(below: "xdg").count == 1)
    }

    @Test(arguments: [
        ("/home/jens/photos/me.png", "file:///home/jens/photos/me.png"),
        ("/a//b/./c/../d e.jpg", "file:///a/b/d%20e.jpg"), ("/100%/#?;[x].png", "file:///100%25/%23%3F%3B%5Bx%5D.png"),
        ("/é/사진.jpg", "file:///%C3%A9/%EC%82%AC%EC%A7%84.jpg"), ("/!$&'()*+,:=@~_-.", "file:///!$&'()*+,:=@~_-."),
    ])
    func `a path is spelled as file managers spell it`(path: String, uri: String) {
        #expect(FileURI.string(ofFile: path) == uri)
    }

    // MARK: - Set-up

    private func make(_ name: String, _ size: DesktopThumbnails.Size) throws -> [String] {
        try thumbnails.make(of: scratch(name), [size])
    }

    private func bytes(_ path: String) throws -> [UInt8] { try #require(try MappedFile.contents(ofFile: path)) }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    private func setTime(of path: String, to seconds: Int, nanoseconds: Int = 0) {
        let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        let times = [time, time]
        _ = unsafe utimensat(AT_FDCWD, path, times, 0)
    }
}
