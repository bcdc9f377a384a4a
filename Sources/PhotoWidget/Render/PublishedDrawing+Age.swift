internal import FoundationEssentials
internal import Raster
internal import Storage
internal import WidgetUI

// A picture that is shown though it is old says how old it is. What it was stays beside it, as `good-widget.png`, so that the
// next time begins with that.
extension PublishedDrawing {
    /// What begins the name of a picture as it was when it was good.
    private static let goodPrefix = "good-"

    /// The files of a set that is published again because nothing newer came, with its age in the pictures and in words.
    ///
    /// - Parameters:
    ///   - files: The set's files; those of an earlier age are none of them.
    ///   - age: How long ago it was good, in seconds.
    /// - Returns: The files to publish: those given where they are not a drawing, or cannot be drawn on.
    func aged(_ files: [PublishedFile], age: TimeInterval) -> [PublishedFile] {
        let words = "\(DurationText.rounded(age)) ago"
        var (result, digests): ([PublishedFile], [String: String]) = ([], [:])
        for file in Self.good(files) {
            let variant = PictureVariant(fileName: file.name)
            guard variant != nil || file.name == Self.hits else {
                result.append(file)
                continue
            }
            result.append((Self.goodPrefix + file.name, file.bytes))
            guard let variant else { continue }
            let bytes = aged(file.bytes, scale: variant.scale, words)
            digests[file.name] = SHA256.hexDigest(of: bytes)
            result.append((file.name, bytes))
        }
        if let document = result.first(where: { $0.name == Self.goodPrefix + Self.hits }) {
            result.append((Self.hits, Self.aged(document.bytes, words, digests)))
        }
        return result
    }

    /// The files of a set as they were when it was good: without an age that somebody has drawn.
    static func good(_ files: [PublishedFile]) -> [PublishedFile] {
        let names = Set(files.map(\.name))
        return files.filter { !names.contains(goodPrefix + $0.name) }.map { file in
            (file.name.hasPrefix(goodPrefix) ? String(file.name.dropFirst(goodPrefix.count)) : file.name, file.bytes)
        }
    }

    /// A picture with a small sign in its lower trailing corner; one that has no room for it, or cannot be drawn
    /// on, stays as it is.
    private func aged(_ file: [UInt8], scale: Double, _ words: String) -> [UInt8] {
        guard let bitmap = UIImage(data: Data(file))?.bitmap else { return file }
        let size = Size(width: Double(bitmap.size.width) / scale, height: Double(bitmap.size.height) / scale)
        guard size.width >= AgedPicture.smallest.width, size.height >= AgedPicture.smallest.height else { return file }
        do {
            let picture = try renderer.picture(
                of: { AgedPicture(picture: bitmap, scale: scale, age: words) }, size: size, scale: scale)
            return PNGEncoder.encode(picture.bitmap)
        } catch {
            note(error)
            return file
        }
    }

    /// The document of links with the age in its words, and the digests of the pictures as they are now.
    private static func aged(_ document: [UInt8], _ words: String, _ digests: [String: String]) -> [UInt8] {
        // A document that somebody has damaged is handed on as it is.
        guard case .object(let members)? = try? JSON5Reader.read(String(decoding: document, as: UTF8.self)).json else {
            return document
        }
        let aged = members.map { member -> (key: String, value: JSONText) in
            switch (member.key, member.value) {
            case ("alt", .string(let text)): ("alt", .string(text.isEmpty ? words : "\(text), \(words)"))
            case ("pictures", .array(let pictures)): ("pictures", .array(pictures.map { described($0, digests) }))
            default: member
            }
        }
        return Array((JSONText.object(aged).pretty + "\n").utf8)
    }

    private static func described(_ picture: JSONText, _ digests: [String: String]) -> JSONText {
        guard case .object(let members) = picture,
            case .string(let file)? = members.first(where: { $0.key == "file" })?.value, let digest = digests[file]
        else { return picture }
        return .object(members.map { $0.key == "sha256" ? ("sha256", .string(digest)) : $0 })
    }
}

/// A picture, and how old it is.
private struct AgedPicture: View {
    /// What is smaller has no room for the sign, in points.
    nonisolated static let smallest = Size(width: 100, height: 60)

    let picture: Bitmap
    let scale: Double
    let age: String

    var body: some View {
        Image(uiImage: UIImage(bitmap: picture, scale: scale))
            .overlay(alignment: .bottomTrailing) {
                Text(age).font(.caption2).foregroundColor(.white)
                    .padding(.horizontal, 6).padding(.vertical, 2)
                    .background(Color.black.opacity(0.6))
                    .clipShape(Capsule())
                    .padding(8)
            }
    }
}
