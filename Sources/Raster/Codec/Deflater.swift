internal import CDeflate

/// A zlib compressor: libdeflate, which holds whole buffers and is faster and smaller than zlib at the same level.
@safe struct Deflater: ~Copyable {
    private let handle: OpaquePointer

    /// Makes a compressor.
    ///
    /// - Parameter level: 0 (stored) to 12 (smallest); 6 is like zlib's 6.
    init(level: Int) {
        guard let handle = unsafe libdeflate_alloc_compressor(Int32(level)) else {
            preconditionFailure("no memory for a compressor of level \(level)")
        }
        unsafe self.handle = handle
    }

    deinit { unsafe libdeflate_free_compressor(handle) }

    /// Returns `bytes` as a zlib stream.
    borrowing func zlibStream(of bytes: [UInt8]) -> [UInt8] {
        let bound = unsafe libdeflate_zlib_compress_bound(handle, bytes.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: bound) { out, count in
            count = unsafe bytes.withUnsafeBytes { input in
                unsafe libdeflate_zlib_compress(handle, input.baseAddress, input.count, out.baseAddress, out.count)
            }
        }
    }
}
