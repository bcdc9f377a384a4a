/// The address of a photo, taken apart where it follows Flickr's grammar.
public struct PhotoURL: Hashable, Sendable {
    /// The address as it will be fetched.
    public let string: String

    /// Takes an address as it is.
    public init(_ string: String) { self.string = string }
}

/// `--variant`: which of the host's sizes is fetched.
public enum PhotoVariant: String, Sendable, CaseIterable {
    case automatic = "auto"
    case s, q, t, m, n, w
    case medium500 = "500"
    case z, c, b
}
