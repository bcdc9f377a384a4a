/// Paths as the system reads them: bytes, of which only `/` means something.
///
/// Swift compares text by what people see: a combining mark behind a slash makes one character with it, and two spellings
/// of é are equal. To the system these are other names, so every question about a path is asked of its bytes.
package enum Path {
    /// Whether a path starts at the root.
    package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

    /// Whether a path says that it is a directory.
    package static func endsInSlash(_ path: String) -> Bool { path.utf8.last == slash }

    /// What stands between the slashes, without empty parts.
    package static func components(of path: String) -> [String] {
        path.utf8.split(separator: slash).map { String(Substring($0)) }
    }

    /// The last component; empty for the root.
    package static func name(of path: String) -> String { components(of: path).last ?? "" }

    /// The path without its last component: `/` for a name in the root, `.` for a bare name.
    package static func parent(of path: String) -> String {
        guard let last = path.utf8.lastIndex(of: slash) else { return "." }
        return last == path.startIndex ? "/" : String(path[..<last])
    }

    /// Whether a path lies below a folder; both without `.`, `..` and links.
    package static func isBelow(_ path: String, _ folder: String) -> Bool {
        path.utf8.starts(with: (endsInSlash(folder) ? folder : folder + "/").utf8)
            && path.utf8.count > folder.utf8.count
    }

    private static let slash = UInt8(ascii: "/")
}
