internal import CDeflate

/// A zlib decompressor: libdeflate, which takes and gives whole buffers.
@safe struct Inflater: ~Copyable {
    private let handle: OpaquePointer

    /// Makes a decompressor.
    init() {
        guard let handle = unsafe libdeflate_alloc_decompressor() else {
            preconditionFailure("no memory for a decompressor")
        }
        unsafe self.handle = handle
    }

    deinit { unsafe libdeflate_free_decompressor(handle) }

    /// Returns what a zlib stream holds; `nil` where it is damaged or holds more than `limit` bytes.
    ///
    /// Bytes after the stream are ignored.
    borrowing func contents(of stream: RawSpan, limit: Int) -> [UInt8]? {
        var isWhole = false
        let contents = unsafe [UInt8](unsafeUninitializedCapacity: limit) { out, count in
            unsafe stream.withUnsafeBytes { stream in
                let result = unsafe libdeflate_zlib_decompress_ex(
                    handle, stream.baseAddress, stream.count, out.baseAddress, limit, nil, &count)
                isWhole = result == LIBDEFLATE_SUCCESS
                if !isWhole { count = 0 }
            }
        }
        return isWhole ? contents : nil
    }
}
