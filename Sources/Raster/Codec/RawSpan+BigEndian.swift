extension RawSpan {
    /// The byte at an offset.
    ///
    /// - Precondition: the offset lies within the span.
    func byte(at offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < byteCount, "byte \(offset) of \(byteCount)")
        return unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The number that the four bytes from an offset on are, the most significant first.
    ///
    /// - Precondition: the four bytes lie within the span.
    func bigEndian32(at offset: Int) -> UInt32 {
        precondition(offset >= 0 && offset <= byteCount - 4, "four bytes at \(offset) of \(byteCount)")
        return unsafe UInt32(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// A copy of the bytes of a part.
    func copied(_ range: Range<Int>) -> [UInt8] {
        unsafe extracting(range).withUnsafeBytes { unsafe [UInt8]($0) }
    }
}
