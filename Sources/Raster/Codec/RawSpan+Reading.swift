/// Reading numbers out of untrusted bytes: outside of them there is nothing.
extension RawSpan {
    /// The byte at an offset; `nil` outside.
    func byte(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < byteCount else { return nil }
        return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    }

    /// The 16-bit number at an offset; `nil` where it is not wholly inside.
    func integer16(at offset: Int, isBigEndian: Bool = true) -> UInt16? {
        guard offset >= 0, byteCount >= 2, offset <= byteCount - 2 else { return nil }
        let number = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt16.self)
        return isBigEndian ? UInt16(bigEndian: number) : UInt16(littleEndian: number)
    }

    /// The 32-bit number at an offset; `nil` where it is not wholly inside.
    func integer32(at offset: Int, isBigEndian: Bool = true) -> UInt32? {
        guard offset >= 0, byteCount >= 4, offset <= byteCount - 4 else { return nil }
        let number = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: number) : UInt32(littleEndian: number)
    }

    /// Whether these bytes stand at an offset.
    func hasPrefix(_ bytes: StaticString, at offset: Int = 0) -> Bool {
        let count = bytes.utf8CodeUnitCount
        guard offset >= 0, count <= byteCount, offset <= byteCount - count else { return false }
        for index in 0..<count where unsafe byte(at: offset + index) != bytes.utf8Start[index] { return false }
        return true
    }

    /// The bytes as an array.
    func copied() -> [UInt8] { unsafe withUnsafeBytes { unsafe [UInt8]($0) } }
}
