/// The link that a widget carries to its app.
public enum DeepLink {
    /// `widget://deeplink?url=` and the value percent-encoded: the value only, so that its own `?`, `&` and `#` survive.
    ///
    /// - Source: RFC 3986 §2.3 (the unreserved characters stay as they are).
    public static func opening(_ value: String) -> String {
        "widget://deeplink?url=" + encoded(value)
    }

    private static func encoded(_ value: String) -> String {
        let hex = Array("0123456789ABCDEF")
        return value.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.append(Character(UnicodeScalar(byte)))
            default:
                result.append("%")
                result.append(hex[Int(byte >> 4)])
                result.append(hex[Int(byte & 15)])
            }
        }
    }
}
