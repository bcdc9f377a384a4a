/// A name that a server is asked by, in lower case.
package struct HostName: Hashable, Sendable {
    /// The name, without the dot of the root.
    let text: String

    /// Takes letters, digits and hyphens between dots.
    ///
    /// - Source: RFC 1123 §2.1, RFC 1035 §2.3.4 for the lengths.
    package init?(_ text: String) {
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let isName = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
        }
        guard isName, name.utf8.count <= 253 else { return nil }
        self.text = name.lowercased()
    }
}
