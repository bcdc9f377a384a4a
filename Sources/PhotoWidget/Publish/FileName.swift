/// Names that become parts of paths: kinds and instances of widgets.
package enum FileName {
    /// What a valid name is made of, for messages.
    package static let expected = "1 to 64 letters, digits, '-', '_' and '.', not beginning with a dot"

    /// Whether a name is 1 to 64 ASCII letters, digits, `-`, `_` or `.`, and does not start with a dot.
    package static func isValid(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count), name.utf8.first != UInt8(ascii: ".") else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}
