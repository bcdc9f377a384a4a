package import FoundationEssentials
package import Raster

/// What a person should know of a widget's picture; nothing that stops it from being drawn.
package enum Finding: Hashable, Sendable {
    /// An asset of this name is missing; nothing is drawn in its place.
    case missingAsset(String)
    /// More than one `widgetURL`; the last one applied, which is the outermost, is used.
    case severalWidgetURLs(used: URL, ignored: URL)
    /// Views lie in each other deeper than this; what lies deeper is left out.
    case tooDeep(limit: Int)
    /// There are more views than this; what comes after is left out.
    case tooManyViews(limit: Int)
    /// A symbol of SF Symbols, which is not to be had here; nothing is drawn in its place.
    case missingSymbol(String)
    /// Content is larger than the room that it has, by so many points in width and height.
    case overflow(width: Double, height: Double)
    /// This text is cut, for want of room.
    case truncatedText(String)
    /// So many characters of this text are in no font of this machine; boxes are drawn in their place.
    case missingGlyphs(count: Int, in: String)
    /// A picture is drawn larger than its pixels, and will look soft.
    case enlargedImage(pixels: PixelSize, drawn: PixelSize)
    /// A link in a family in which an iPhone ignores it; here it works.
    case ignoredLink(URL, family: String)
}

extension Finding: CustomStringConvertible {
    /// One line for people.
    package var description: String {
        switch self {
        case .missingAsset(let name): "no asset is named \"\(name)\"; nothing is drawn"
        case .severalWidgetURLs(let used, let ignored):
            "several widgetURLs: \(used.absoluteString) is used, \(ignored.absoluteString) is not"
        case .tooDeep(let limit): "views lie in each other deeper than \(limit); the rest is left out"
        case .tooManyViews(let limit): "more than \(limit) views; the rest is left out"
        case .missingSymbol(let name): "no symbol is named \"\(name)\"; nothing is drawn"
        case .overflow(let width, let height):
            "the content is \(Self.rounded(width)) points too wide and \(Self.rounded(height)) points too high"
        case .truncatedText(let text): "there is no room for the whole of \"\(text)\""
        case .missingGlyphs(let count, let text):
            "no font has \(count == 1 ? "a character" : "\(count) characters") of \"\(text)\""
        case .enlargedImage(let pixels, let drawn):
            "a picture of \(pixels) pixels is drawn as \(drawn)"
        case .ignoredLink(let url, let family):
            "an iPhone ignores the link \(url.absoluteString) in \(family); widgetURL works there"
        }
    }

    /// The name by which programs know the rule.
    package var rule: String {
        switch self {
        case .missingAsset: "missing-asset"
        case .severalWidgetURLs: "several-widget-urls"
        case .tooDeep: "too-deep"
        case .tooManyViews: "too-many-views"
        case .missingSymbol: "missing-symbol"
        case .overflow: "overflow"
        case .truncatedText: "truncated-text"
        case .missingGlyphs: "missing-glyphs"
        case .enlargedImage: "enlarged-image"
        case .ignoredLink: "ignored-link"
        }
    }

    /// A number of points to a tenth.
    private static func rounded(_ points: Double) -> Double { (points * 10).rounded() / 10 }
}
