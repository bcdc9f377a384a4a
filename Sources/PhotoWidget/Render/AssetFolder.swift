internal import FoundationEssentials
internal import Raster
internal import Storage
internal import WidgetUI

/// A folder of named pictures: files, or Xcode's asset catalogues.
///
///     Logo.png  Logo@2x.png  Logo@3x.png            files by name and scale
///     Assets.xcassets/Logo.imageset/Contents.json   a catalogue, or the folder itself is one
///
/// Of several scales the nearest above the wanted one is taken, else the largest.
package struct AssetFolder: Sendable {
    private let path: String

    /// The largest file that is read, in bytes.
    private static let maxBytes = 16 << 20
    /// How deep groups of a catalogue may lie in each other.
    private static let maxDepth = 8

    /// Takes a folder.
    package init(path: String) { self.path = path }

    /// The picture of a name; `nil` where there is none, or it cannot be read.
    func asset(named name: String, scale: Double, scheme: ColorScheme) -> Asset? {
        // A name is part of a path: it must not lead out of the folder.
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.isEmpty, name.utf8.count <= 255, !name.contains("\0"),
            parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") })
        else { return nil }
        let choices = files(named: name) + catalogued(named: name)
        let matching = choices.filter { $0.scheme == scheme }
        let ordered = (matching.isEmpty ? choices.filter { $0.scheme == nil } : matching)
            .sorted { Self.rank($0.scale, for: scale) < Self.rank($1.scale, for: scale) }
        for choice in ordered {
            if let bitmap = Self.bitmap(at: choice.path) { return Asset(bitmap: bitmap, scale: choice.scale) }
        }
        return nil
    }

    private struct Choice {
        var path: String
        var scale: Double
        var scheme: ColorScheme?
    }

    /// Scales at least as large come first, the smallest of them before the others; then the largest below.
    private static func rank(_ scale: Double, for wanted: Double) -> Double {
        scale >= wanted ? scale - wanted : 1000 - scale
    }

    private func files(named name: String) -> [Choice] {
        [("", 1.0), ("@2x", 2), ("@3x", 3)].flatMap { suffix, scale in
            ["png", "jpg", "jpeg", "webp", "gif"].map { Choice(path: "\(path)/\(name)\(suffix).\($0)", scale: scale) }
        }.filter { Self.isFile($0.path) }
    }

    private func catalogued(named name: String) -> [Choice] {
        var catalogues = [path]
        if !path.hasSuffix(".xcassets") {
            catalogues = Self.folders(in: path).filter { $0.hasSuffix(".xcassets") }.map { "\(path)/\($0)" }
        }
        for catalogue in catalogues {
            if let folder = Self.find("\(Path.name(of: name)).imageset", in: catalogue, path: name) {
                return Self.contents(of: folder)
            }
        }
        return []
    }

    /// Groups are no part of a name unless they say so; a name with slashes is looked for as it is, too.
    private static func find(_ set: String, in folder: String, path: String, depth: Int = 0) -> String? {
        let direct = "\(folder)/\(path).imageset"
        if Directory.isDirectory(direct) { return direct }
        guard depth < maxDepth else { return nil }
        for name in folders(in: folder) where !name.hasSuffix(".imageset") {
            if let found = find(set, in: "\(folder)/\(name)", path: path, depth: depth + 1) { return found }
        }
        return nil
    }

    private static func contents(of folder: String) -> [Choice] {
        // A damaged catalogue is as good as a missing picture, which is reported.
        guard let bytes = try? MappedFile.contents(ofFile: "\(folder)/Contents.json"),
            let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes))
        else { return [] }
        return contents.images.compactMap { image in
            guard let file = image.filename, !file.contains("/"), !file.hasPrefix(".") else { return nil }
            let scale = image.scale.flatMap { Double($0.dropLast()) } ?? 1
            let value = image.appearances?.first { $0.appearance == "luminosity" }?.value
            return Choice(path: "\(folder)/\(file)", scale: max(scale, 1), scheme: value.flatMap(ColorScheme.init))
        }
    }

    private static func bitmap(at path: String) -> Bitmap? {
        // What cannot be read is as good as missing, which is reported.
        guard let file = try? FileBytes(path: path, maxBytes: maxBytes) else { return nil }
        return UIImage(data: Data(file.bytes))?.bitmap
    }

    private static func isFile(_ path: String) -> Bool {
        (try? FileStatus.of(path))??.kind == .file
    }

    private static func folders(in path: String) -> [String] {
        ((try? Directory.entries(of: path)) ?? []).filter { $0.kind == .directory }.map(\.name).sorted()
    }

    /// `Contents.json` of an image set.
    ///
    /// - Source: "Asset Catalog Format Reference", Apple: Image Set Type.
    private struct Contents: Decodable {
        var images: [Image]

        struct Image: Decodable {
            var filename: String?
            var scale: String?
            var appearances: [Appearance]?
        }

        struct Appearance: Decodable {
            var appearance: String
            var value: String
        }
    }
}
