/// The canonical `file:` address of a path, as file managers spell it.
package enum FileURI {
    /// `file://` and the path, in which every byte is percent-encoded but letters, digits and `-._~!$&'()*+,:=@/`.
    ///
    /// The path is absolute; its "." and ".." are taken away without a look at the disk, links stay.
    /// - Source: Thumbnail Managing Standard, "Thumbnail Saving"; RFC 3986 §3.3, of which GLib encodes `;` too.
    package static func string(ofFile path: String) -> String {
        let hex = Array("0123456789ABCDEF".utf8)
        var bytes = Array("file://".utf8)
        for byte in Path.bytes(of: canonical(path)) {
            if plain.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// An absolute path without empty, "." and ".." components.
    static func canonical(_ path: String) -> String {
        var parts: [String] = []
        for part in Path.components(of: path) where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,:=@/".utf8)
}
