/// `--variant`: which of the host's sizes is fetched.
public enum PhotoVariant: String, Sendable, CaseIterable {
    /// The smallest size that covers the thumbnail.
    case automatic = "auto"
    /// Squares of 75 and 150 pixels, cropped.
    case s, q
    /// Whole pictures of 100, 240, 320 and 400 pixels on the longest side.
    case t, m, n, w
    /// 500 pixels; its address has no suffix.
    case medium500 = "500"
    /// 640, 800 and 1024 pixels. Larger ones have secrets of their own and cannot be derived.
    case z, c, b

    /// The longest side in pixels; `nil` for `auto`.
    var longestSide: Int? {
        switch self {
        case .automatic: nil
        case .s: 75
        case .q: 150
        case .t: 100
        case .m: 240
        case .n: 320
        case .w: 400
        case .medium500: 500
        case .z: 640
        case .c: 800
        case .b: 1024
        }
    }

    /// What stands after the secret in an address of this size.
    var suffix: String { self == .medium500 ? "" : rawValue }
}
