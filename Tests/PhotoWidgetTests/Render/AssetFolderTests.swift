import Raster
import TestSupport
import Testing

@testable import PhotoWidget

@Suite struct AssetFolderTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private var folder: AssetFolder { AssetFolder(path: scratch.path) }

    /// A picture whose width tells which it is.
    private func picture(width: Int, at name: String) throws {
        let size = PixelSize(width: width, height: 1)
        try scratch.write(
            PNGEncoder.encode(Bitmap(size: size, pixels: [UInt8](repeating: 9, count: size.area * 4))), to: name)
    }

    private func width(_ name: String, scale: Double = 1, scheme: ColorScheme = .light) -> Int? {
        folder.asset(named: name, scale: scale, scheme: scheme)?.bitmap.size.width
    }

    @Test func `of several scales the nearest above is taken, else the largest`() throws {
        try picture(width: 1, at: "Logo.png")
        try picture(width: 2, at: "Logo@2x.png")
        try picture(width: 3, at: "Logo@3x.png")
        #expect(width("Logo", scale: 1) == 1 && width("Logo", scale: 1.5) == 2 && width("Logo", scale: 2) == 2)
        #expect(width("Logo", scale: 3) == 3 && width("Logo", scale: 4) == 3)
        #expect(folder.asset(named: "Logo", scale: 2, scheme: .light)?.scale == 2)
    }

    @Test func `a catalogue says which file is for which scale and scheme`() throws {
        let set = "Assets.xcassets/Group/Logo.imageset"
        try picture(width: 1, at: "\(set)/one.png")
        try picture(width: 2, at: "\(set)/two.png")
        try picture(width: 5, at: "\(set)/night.png")
        let contents = """
            {"images": [
                {"filename": "one.png", "idiom": "universal", "scale": "1x"},
                {"filename": "two.png", "idiom": "universal", "scale": "2x"},
                {"idiom": "universal", "scale": "3x"},
                {"appearances": [{"appearance": "luminosity", "value": "dark"}], "filename": "night.png", "scale": "1x"}
            ], "info": {"author": "xcode", "version": 1}}
            """
        try scratch.write(Array(contents.utf8), to: "\(set)/Contents.json")
        #expect(width("Logo") == 1 && width("Logo", scale: 2) == 2 && width("Logo", scale: 3) == 2)
        #expect(width("Logo", scale: 2, scheme: .dark) == 5)
        #expect(AssetFolder(path: scratch("Assets.xcassets")).asset(named: "Logo", scale: 1, scheme: .light) != nil)
    }

    @Test(arguments: ["", "../secret", "/etc/passwd", "a/../b", ".hidden", "a//b", "missing"])
    func `a name that leads elsewhere, or nowhere, is no picture`(name: String) throws {
        try picture(width: 1, at: "../secret-\(Path.name(of: scratch.path)).png")
        defer {
            try? Directory.removeTree(at: "\(Path.parent(of: scratch.path))/secret-\(Path.name(of: scratch.path)).png")
        }
        #expect(width(name) == nil)
        #expect(width("../secret-\(Path.name(of: scratch.path))") == nil)
    }

    @Test func `a damaged picture or catalogue is as good as a missing one`() throws {
        try scratch.write(Array("no picture".utf8), to: "Bad.png")
        try scratch.write(Array("{\"images\": [{\"filename\"".utf8), to: "A.xcassets/Worse.imageset/Contents.json")
        #expect(width("Bad") == nil && width("Worse") == nil)
    }

    @Test func `a catalogue leads to no file outside of its set`() throws {
        try picture(width: 1, at: "outside.png")
        try scratch.write(
            Array("{\"images\": [{\"filename\": \"../../outside.png\"}]}".utf8),
            to: "A.xcassets/Sly.imageset/Contents.json")
        #expect(width("Sly") == nil)
    }
}
