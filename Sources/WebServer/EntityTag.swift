/// The entity tags that a client names, and whether they match.
package enum EntityTag {
    /// Whether `If-None-Match` names a tag, by the weak comparison.
    ///
    /// - Source: RFC 9110 §13.1.2.
    package static func isNamed(_ tag: String, in header: String) -> Bool {
        // A tag has no comma here, so a list can be cut at them.
        header.split(separator: ",").contains { part in
            var part = part.drop { $0 == " " || $0 == "\t" }
            while part.last == " " || part.last == "\t" { part.removeLast() }
            if part == "*" { return true }
            return (part.hasPrefix("W/") ? part.dropFirst(2) : part) == tag
        }
    }
}
