import Raster

/// What a photo's HTML description tells beside the prose: the preview's size, and whether it is a video.
///
/// ` <p><a href=…>NAME</a> posted a photo:</p> <p><a href=…><img src=… width="240" height="160" …/></a></p> <p>TEXT</p> `
struct FlickrDescription {
    private let html: Substring

    init(_ html: String) { self.html = Substring(html) }

    /// The pixel size of the first image, from its attributes.
    var previewSize: PixelSize? {
        guard let (_, tag) = html.cut(at: "<img ") else { return nil }
        let attributes = Self.attributes(in: tag)
        // No side of a picture that Flickr would list is longer.
        guard let width = attributes["width"].flatMap({ Int($0) }), (1...65_535).contains(width),
            let height = attributes["height"].flatMap({ Int($0) }), (1...65_535).contains(height)
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Whether the sentence after the author's name says that a video was posted.
    ///
    /// The sentence comes in the feed's language, so the word is looked for, not the sentence; name and prose are left out.
    var saysVideo: Bool {
        guard let (_, afterName) = html.cut(at: "</a>"), let (sentence, _) = afterName.cut(at: "</p>") else {
            return false
        }
        let words = sentence.lowercased()
        return ["video", "vídeo", "vidéo", "동영상", "비디오", "影片", "視頻"].contains { Substring(words).cut(at: $0) != nil }
    }

    /// The attributes of a tag, from behind its name to its `>`.
    private static func attributes(in text: Substring) -> [String: Substring] {
        var attributes: [String: Substring] = [:]
        var rest = text.utf8
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0C, 0x0D, UInt8(ascii: "/")]
        while true {
            rest = rest.drop { blanks.contains($0) }
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") && !blanks.contains($0) }
            rest = rest.dropFirst(name.count)
            guard let sign = rest.first, sign != UInt8(ascii: ">") else { return attributes }
            guard sign == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst()
            let value: Substring.UTF8View
            if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                value = rest.dropFirst().prefix { $0 != quote }
                rest = rest.dropFirst(value.count + 2)
            } else {
                value = rest.prefix { $0 != UInt8(ascii: ">") && !blanks.contains($0) }
                rest = rest.dropFirst(value.count)
            }
            attributes[Substring(name).lowercased()] = Substring(value)
        }
    }
}
