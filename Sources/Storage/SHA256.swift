import CDigest

/// The SHA-256 digest of bytes that may come in parts.
///
/// - Source: FIPS 180-4 §6.2.
package struct SHA256: Sendable {
    private var state: State = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    // The bytes of a block that is not yet full.
    private var pending: [UInt8] = []
    private var byteCount: UInt64 = 0

    typealias State = InlineArray<8, UInt32>

    /// Starts with no bytes.
    package init() { pending.reserveCapacity(64) }

    /// Takes the next bytes.
    package mutating func update(_ bytes: borrowing RawSpan) {
        byteCount += UInt64(bytes.byteCount)
        var rest = copy bytes
        if !pending.isEmpty {
            let part = rest.extracting(first: 64 - pending.count)
            append(part)
            rest = rest.extracting(droppingFirst: part.byteCount)
            guard pending.count == 64 else { return }
            takePending()
            pending.removeAll(keepingCapacity: true)
        }
        let whole = rest.byteCount & ~63
        Self.compress(&state, rest.extracting(first: whole))
        append(rest.extracting(droppingFirst: whole))
    }

    /// Takes the next bytes.
    package mutating func update(_ bytes: [UInt8]) { unsafe update(bytes.span.bytes) }

    /// The digest of all bytes taken: 32 bytes.
    package consuming func finalize() -> [UInt8] {
        let bitCount = byteCount << 3
        pending.append(0x80)
        while pending.count % 64 != 56 { pending.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            pending.append(UInt8(truncatingIfNeeded: bitCount >> shift))
        }
        takePending()
        var digest: [UInt8] = []
        for index in state.indices {
            for shift in stride(from: 24, through: 0, by: -8) {
                digest.append(UInt8(truncatingIfNeeded: state[index] >> shift))
            }
        }
        return digest
    }

    /// The digest of bytes at hand: 32 bytes.
    package static func digest(of bytes: borrowing RawSpan) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    /// The digest of bytes at hand: 64 lower-case hexadecimal digits.
    package static func hexDigest(of bytes: borrowing RawSpan) -> String {
        hexadecimal(digest(of: bytes))
    }

    /// The digest of an array's bytes: 64 lower-case hexadecimal digits.
    package static func hexDigest(of bytes: [UInt8]) -> String { unsafe hexDigest(of: bytes.span.bytes) }

    /// Bytes as lower-case hexadecimal digits.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private mutating func append(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { unsafe pending.append(contentsOf: $0) }
    }

    private mutating func takePending() {
        var state = state
        unsafe Self.compress(&state, pending.span.bytes)
        self.state = state
    }

    /// Takes whole blocks of 64 bytes into the state, with the processor's instructions where it has them.
    static func compress(_ state: inout State, _ blocks: RawSpan) {
        let isDone = unsafe withUnsafeMutableBytes(of: &state) { state in
            unsafe blocks.withUnsafeBytes { blocks in
                unsafe CDigest_compress_sha256(
                    state.baseAddress?.assumingMemoryBound(to: UInt32.self),
                    blocks.baseAddress?.assumingMemoryBound(to: UInt8.self), blocks.count / 64) == 1
            }
        }
        if !isDone { compressPortably(&state, blocks) }
    }

    /// Takes whole blocks of 64 bytes into the state, on any processor.
    static func compressPortably(_ state: inout State, _ blocks: RawSpan) {
        var schedule = InlineArray<64, UInt32>(repeating: 0)
        var offset = 0
        while offset < blocks.byteCount {
            for index in 0..<16 {
                let word = unsafe blocks.unsafeLoadUnaligned(fromByteOffset: offset + index * 4, as: UInt32.self)
                schedule[index] = UInt32(bigEndian: word)
            }
            for index in 16..<64 {
                let (early, late) = (schedule[index - 15], schedule[index - 2])
                let small0 = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
                let small1 = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
                schedule[index] = schedule[index - 16] &+ small0 &+ schedule[index - 7] &+ small1
            }
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            for index in 0..<64 {
                let big1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
                let first = h &+ big1 &+ (e & f ^ ~e & g) &+ constants[index] &+ schedule[index]
                let big0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
                let second = big0 &+ (a & b ^ a & c ^ b & c)
                (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
            }
            state[0] &+= a
            state[1] &+= b
            state[2] &+= c
            state[3] &+= d
            state[4] &+= e
            state[5] &+= f
            state[6] &+= g
            state[7] &+= h
            offset += 64
        }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 - count) }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: InlineArray<64, UInt32> = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
