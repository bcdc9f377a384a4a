internal import FoundationEssentials
internal import Raster
internal import Storage
internal import Synchronization
internal import WidgetTimeline
package import WidgetUI

/// Draws what is published of a widget's entries: its pictures, and `hits.json` beside them.
package final class PublishedDrawing: Sendable {
    let renderer: WidgetRenderer
    private let variants: [PictureVariant]
    /// The files of the last entry by their variant; most entries look like the one before.
    private let last = Mutex<[PictureVariant: Drawn]>([:])
    private let lastFailure = Mutex<RenderError?>(nil)

    private struct Drawn {
        var bitmap: Bitmap
        var file: [UInt8]
        var digest: String
    }

    /// The name of the document of links.
    static let hits = "hits.json"

    /// Draws with a renderer; the first variant is the one of which `hits.json` tells.
    package init(_ renderer: WidgetRenderer, variants: [PictureVariant] = PictureVariant.standard) {
        self.renderer = renderer
        self.variants = variants
    }

    /// Why the last entry was not drawn; `nil` if it was.
    package var failure: RenderError? { lastFailure.withLock { $0 } }

    /// Notes why something was not drawn.
    func note(_ failure: RenderError) { lastFailure.withLock { $0 = failure } }

    /// The files of an entry; none where it cannot be drawn, which is no reason not to publish what it says.
    func files(
        of entry: WidgetEntry, by widget: WidgetDescription, in context: TimelineProviderContext
    ) -> [PublishedFile] {
        do {
            let files = try drawn(entry, by: widget, in: context)
            lastFailure.withLock { $0 = nil }
            return files
        } catch {
            note(error)
            return []
        }
    }

    private func drawn(
        _ entry: WidgetEntry, by widget: WidgetDescription, in context: TimelineProviderContext
    ) throws(RenderError) -> [PublishedFile] {
        var files: [PublishedFile] = []
        var pictures: [JSONText] = []
        var first: WidgetPicture?
        for variant in variants {
            let picture = try renderer.picture(
                of: entry, by: widget, in: context, scale: variant.scale, scheme: variant.scheme)
            let drawn = encoded(picture.bitmap, variant)
            files.append((variant.fileName, drawn.file))
            pictures.append(Self.description(of: drawn, variant))
            first = first ?? picture
        }
        guard let first else { return [] }
        let document = JSONText.object([
            ("size", .array([first.size.width, first.size.height].map(WidgetPicture.number))),
            ("widgetURL", JSONText(first.widgetURL?.absoluteString)), ("hits", first.hitsJSON),
            ("alt", .string(first.altText)), ("pictures", .array(pictures)), ("lint", first.lintJSON),
        ])
        files.append((Self.hits, Array((document.pretty + "\n").utf8)))
        return files
    }

    private func encoded(_ bitmap: Bitmap, _ variant: PictureVariant) -> Drawn {
        // Dark is often drawn as light is.
        let known = last.withLock { last in
            last[variant].flatMap { $0.bitmap == bitmap ? $0 : nil }
                ?? last.first { $0.key.scale == variant.scale && $0.value.bitmap == bitmap }?.value
        }
        let drawn: Drawn
        if let known {
            drawn = known
        } else {
            let file = PNGEncoder.encode(bitmap)
            drawn = Drawn(bitmap: bitmap, file: file, digest: SHA256.hexDigest(of: file))
        }
        last.withLock { $0[variant] = drawn }
        return drawn
    }

    private static func description(of drawn: Drawn, _ variant: PictureVariant) -> JSONText {
        .object([
            ("file", .string(variant.fileName)), ("scale", WidgetPicture.number(variant.scale)),
            ("scheme", .string(variant.scheme.rawValue)), ("width", .integer(drawn.bitmap.size.width)),
            ("height", .integer(drawn.bitmap.size.height)), ("sha256", .string(drawn.digest)),
        ])
    }
}
