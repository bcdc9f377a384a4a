/// The address of a photo, taken apart where it follows Flickr's grammar.
///
/// `https://HOST/SERVER/ID_SECRET[_SIZE].EXTENSION`, on any host; in a local feed `ID_SECRET[_SIZE].EXTENSION` in any folder.
/// Sizes are derived from the parts, never by replacing text.
/// - Source: flickr.com/services/api/misc.urls.html.
public struct PhotoURL: Hashable, Sendable {
    /// The address as it will be fetched.
    public let string: String

    /// Takes an address as it is.
    public init(_ string: String) { self.string = string }

    /// Takes a reference as a feed writes it, or returns `nil` if it is none.
    ///
    /// Surrounding white space goes, `//host/…` becomes https, the hosts that Flickr has retired become the present one, and
    /// characters that may not stand in an address are percent-encoded. A relative reference, which must name a file with
    /// an ending, and one of another scheme stay as written: `location(relativeTo:)` decides whether they may be used.
    public init?(reference: String) {
        let text = Substring(reference).trimmed
        guard !text.isEmpty, text.utf8.count <= FeedLimits.addressBytes,
            !text.unicodeScalars.contains(where: { $0.isASCII && $0.isUnprintable })
        else { return nil }
        let absolute = text.after(prefix: "//").map { "https://" + $0 } ?? String(text)

        switch Self.scheme(of: absolute) {
        case "http", "https":
            guard let address = WebAddress(absolute) else { return nil }
            self.init(address.description)
            if let grammar, Self.isRetired(host: address.authority) {
                self.init("https://live.staticflickr.com/\(grammar.server)/\(grammar.name(size: grammar.size))")
            }
        case nil:
            let name = text.before(anyOf: "?#").steps.last ?? ""
            guard let dot = name.lastIndex(of: "."), dot > name.startIndex, dot < name.index(before: name.endIndex)
            else { return nil }
            self.init(String(text))
        default:
            self.init(String(text))
        }
    }

    /// The photo's number at its host, where the address follows the grammar.
    public var photoID: String? { grammar.map { String($0.id) } }

    /// Whether the answer came from another picture's address, as the "photo unavailable" placeholder does.
    ///
    /// A photo that is gone may redirect to a valid picture; the last part of the address that answered must still hold
    /// the photo's number.
    public func isUnavailablePlaceholder(effectiveURL: String) -> Bool {
        let name = Substring(effectiveURL).before(anyOf: "?#").steps.last ?? ""
        if name.hasPrefix("photo_unavailable") { return true }
        guard let grammar else { return false }
        return !name.contains(grammar.id)
    }

    /// The part before the colon, in lower case, if there is one.
    static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon].lowercased()
        guard let first = scheme.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
            scheme.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) })
        else { return nil }
        return scheme
    }

    /// `farmN.static.flickr.com` and `farmN.staticflickr.com`, which answer 410 for photos that live elsewhere now.
    private static func isRetired(host: String) -> Bool {
        let host = host.lowercased()
        guard host.hasPrefix("farm") else { return false }
        let digits = host.dropFirst(4).prefix { $0.isASCII && $0.isNumber }
        let domain = host.dropFirst(4 + digits.count)
        return !digits.isEmpty && (domain == ".static.flickr.com" || domain == ".staticflickr.com")
    }
}
