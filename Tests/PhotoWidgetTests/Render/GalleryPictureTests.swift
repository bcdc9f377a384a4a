import FoundationEssentials
import PhotoWidget
import Raster
import TestSupport
import Testing
import WidgetUI

/// The pictures of samples/renders, which `make gallery` draws: drawn again, they are the same but for what another version of
/// a font or of Pango changes.
@MainActor @Suite struct GalleryPictureTests {
    private static let samples =
        Path.parent(of: Path.parent(of: Path.parent(of: Path.parent(of: #filePath)))) + "/samples"

    private let scratch: ScratchDirectory
    private let now = Date(timeIntervalSince1970: 1_796_002_680)

    init() throws {
        scratch = try ScratchDirectory()
        try SharedDefaults(group: try GroupName("group.woori.homeWidget"), stateDirectory: scratch.path)
            .write(.string("12000"), forKey: "WooriWidgetKey")
        let todos = try #require(try MappedFile.contents(ofFile: "\(Self.samples)/todo/todos.json"))
        try SharedDefaults(group: try GroupName("group.react.native.widget.example"), stateDirectory: scratch.path)
            .write(.string(String(decoding: todos, as: UTF8.self)), forKey: "data")
    }

    @Test(
        arguments: [
            ("budget", WidgetFamily.systemMedium), ("todo", .systemSmall), ("todo", .systemMedium),
            ("todo", .systemLarge), ("todo", .systemExtraLarge),
        ], ColorScheme.allCases)
    func `a widget is drawn as in the gallery`(what: (kind: String, family: WidgetFamily), scheme: ColorScheme) throws {
        let name = "\(what.kind)-\(what.family.rawValue)\(scheme == .dark ? "-dark" : "").png"
        let file = try #require(try MappedFile.contents(ofFile: "\(Self.samples)/renders/\(name)"))
        let expected = try #require(UIImage(data: Data(file))?.bitmap)
        let drawn = try picture(what.kind, what.family, scheme)
        #expect(drawn.size == expected.size)
        guard drawn.size == expected.size else { return }
        let (mean, share) = Self.difference(drawn, expected)
        #expect(
            mean < 1 && share < 0.01, "\(name): \(mean) of 255 on average, \(share * 100) % of the samples are others")
    }

    @Test func `another picture is told from it`() throws {
        let one = try picture("todo", .systemMedium, .light)
        let (mean, share) = Self.difference(one, try picture("budget", .systemMedium, .light))
        #expect(mean > 10 && share > 0.3)
        #expect(Self.difference(one, one) == (0, 0))
    }

    private func picture(_ kind: String, _ family: WidgetFamily, _ scheme: ColorScheme) throws -> Bitmap {
        let now = now
        let widget =
            kind == "budget"
            ? Budget.description(stateDirectory: scratch.path, language: "ko", now: { now })
            : TodoList.description(stateDirectory: scratch.path, now: { now })
        var instance = WidgetInstance(WidgetID(kind: kind))
        instance.family = family
        var fonts = FontSettings()
        (fonts.family, fonts.language) = ("Noto Sans", "ko_KR")
        let engine = WidgetEngine(widget, instance: instance, stateDirectory: scratch.path, now: { now })
        return try engine.render(with: WidgetRenderer(fonts: fonts), scale: 2, scheme: scheme).picture.bitmap
    }

    /// The samples' mean difference, and the share of those that differ by more than 64.
    private static func difference(_ one: Bitmap, _ other: Bitmap) -> (mean: Double, share: Double) {
        guard one != other else { return (0, 0) }
        let distances = zip(one.pixels, other.pixels).lazy.map { Int($0 > $1 ? $0 - $1 : $1 - $0) }
        let (sum, others) = distances.reduce(into: (0, 0)) { result, distance in
            result.0 += distance
            if distance > 64 { result.1 += 1 }
        }
        return (Double(sum) / Double(one.pixels.count), Double(others) / Double(one.pixels.count))
    }
}
