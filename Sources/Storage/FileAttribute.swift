import CLinux
import Glibc

/// Extended attributes: notes that a file carries about itself, where the file system allows them.
package enum FileAttribute {
    /// Where the file came from.
    ///
    /// - Source: freedesktop.org, Common Extended Attributes.
    package static let originURL = "user.xdg.origin.url"

    /// The longest value kept, in bytes: file systems promise one block for all of a file's attributes.
    static let capacity = 3_072

    /// The text of an attribute; `nil` where there is none, or it is not UTF-8.
    package static func text(_ name: String, of path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: capacity)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe Path.withCString(path) { unsafe CLinux_get_attribute($0, name, buffer.baseAddress, buffer.count) }
        }
        guard count >= 0 else { return nil }
        return String(validating: bytes.prefix(count), as: UTF8.self)
    }

    /// Sets an attribute; an attribute that cannot be kept is left out.
    static func set(_ name: String, to value: String, of file: borrowing FileDescriptor) {
        var value = value
        let descriptor = file.raw
        value.withUTF8 { bytes in
            guard bytes.count <= capacity else { return }
            _ = unsafe CLinux_set_attribute(descriptor, name, bytes.baseAddress, bytes.count)
        }
    }
}
