public import Raster

/// Names one thumbnail: the original's bytes, and what was made of them.
///
/// 41 bytes without a reference, so that comparing keys and handing them on touches no other memory.
public struct CacheKey: Hashable, Sendable {
    // The digest's 256 bits, the first digits in the highest.
    @usableFromInline let words: (UInt64, UInt64, UInt64, UInt64)
    @usableFromInline let width, height: UInt32
    /// How the picture was fitted into the box.
    public let fit: Fit

    /// Makes a key.
    ///
    /// `nil` unless `digest` is a SHA-256, 64 lower-case hexadecimal digits, and the box's sides are below 2³².
    public init?(digest: String, box: PixelSize, fit: Fit) {
        guard let words = Self.words(of: digest), let width = UInt32(exactly: box.width),
            let height = UInt32(exactly: box.height)
        else { return nil }
        self.words = words
        self.width = width
        self.height = height
        self.fit = fit
    }

    /// The box asked for, in pixels.
    public var box: PixelSize { PixelSize(width: Int(width), height: Int(height)) }

    /// SHA-256 of the original's bytes, 64 lower-case hexadecimal digits.
    public var digest: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(64)
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: 60, through: 0, by: -4) {
                let value = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15
                digits.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// A digest is spread evenly already: its start tells originals apart, and comparing does the rest.
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

    /// The digest's start as it is, for the memory tier: to make many that collide somebody would have to find as many
    /// pictures of one digest's start.
    @inlinable public var hashValue: Int { Int(truncatingIfNeeded: words.0) }

    /// Whether both name the same thumbnail.
    @inlinable public static func == (one: CacheKey, other: CacheKey) -> Bool {
        one.words == other.words && one.width == other.width && one.height == other.height && one.fit == other.fit
    }

    private static func words(of digest: String) -> (UInt64, UInt64, UInt64, UInt64)? {
        let text = unsafe digest.utf8.span.bytes
        guard text.byteCount == 64 else { return nil }
        var words: InlineArray<4, UInt64> = [0, 0, 0, 0]
        for index in 0..<8 {
            // In bounds: eight times eight digits.
            let digits = unsafe text.unsafeLoadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
            guard let value = value(ofDigits: UInt64(bigEndian: digits)) else { return nil }
            words[index / 2] = (words[index / 2] << 32) | value
        }
        return (words[0], words[1], words[2], words[3])
    }

    /// The value of eight hexadecimal digits, the first in the highest byte, taken in all at once.
    private static func value(ofDigits digits: UInt64) -> UInt64? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let letters = (digits >> 6) & ones
        let values = (digits & 0x0f0f_0f0f_0f0f_0f0f) &+ letters &* 9
        // Written again they must be the same digits: not capitals, nor anything else.
        let lettersAgain = ((values &+ 0x76 &* ones) >> 7) & ones
        guard values & 0xf0f0_f0f0_f0f0_f0f0 == 0,
            values &+ 0x30 &* ones &+ lettersAgain &* 0x27 == digits
        else { return nil }
        let pairs = (values | (values >> 4)) & 0x00ff_00ff_00ff_00ff
        let quads = (pairs | (pairs >> 8)) & 0x0000_ffff_0000_ffff
        return (quads | (quads >> 16)) & 0xffff_ffff
    }
}

/// A place where thumbnails are kept.
public protocol CacheTier: Sendable {
    /// The thumbnail of a key, or `nil`: a damaged one is a miss too.
    func bitmap(for key: CacheKey) -> Bitmap?
    /// Keeps a thumbnail; what cannot be kept is left out.
    func store(_ bitmap: Bitmap, for key: CacheKey)
    /// Forgets a thumbnail.
    func remove(_ key: CacheKey)
    /// Hears that a tier above had what was asked for; a tier that keeps no count of it need not listen.
    func noteHitAbove()
}

extension CacheTier {
    /// Does nothing.
    public func noteHitAbove() {}
}
