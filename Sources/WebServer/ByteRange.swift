/// The part of a body that a client asks for.
package enum ByteRange: Equatable, Sendable {
    /// All of it: nothing was asked, or not in a way that is understood, or several parts at once.
    case whole
    /// These bytes.
    case part(Range<Int>)
    /// Nothing that the body has.
    case unsatisfiable

    /// Reads a `Range` header for a body of some bytes.
    ///
    /// Several ranges are answered by the whole, as RFC 9110 §14.2 allows: no reader of pictures asks for them, and
    /// many small ones are an attack.
    /// - Source: RFC 9110 §14.1.2.
    package init(_ header: String, byteCount: Int) {
        self = .whole
        let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return }
        let ends = parts[1].filter { $0 != " " && $0 != "\t" }
            .split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return }
        // Numbers too large for Int are beyond the end of anything.
        let first = ends[0].isEmpty ? nil : Int(ends[0]) ?? .max
        let last = ends[1].isEmpty ? nil : Int(ends[1]) ?? .max
        switch (first, last) {
        case (nil, nil): return
        case (nil, let count?):
            self = count == 0 || byteCount == 0 ? .unsatisfiable : .part(max(byteCount - count, 0)..<byteCount)
        case (let first?, let last):
            if let last, last < first { return }
            self = first >= byteCount ? .unsatisfiable : .part(first..<min(last ?? .max, byteCount - 1) + 1)
        }
    }
}
