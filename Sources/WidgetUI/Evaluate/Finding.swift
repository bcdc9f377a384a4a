package import FoundationEssentials

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
            "the content is \(width) points too wide and \(height) points too high"
        }
    }
}
