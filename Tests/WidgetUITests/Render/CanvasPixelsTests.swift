import CPangoCairo
import Testing

@Suite struct CanvasPixelsTests {
    /// Pixels as Cairo keeps them: a word each of alpha, red, green and blue, the colours multiplied by the alpha.
    private let words: [UInt32] = (0..<256).flatMap { alpha -> [UInt32] in
        [0, alpha / 3, alpha / 2, alpha].map { alpha << 24 | $0 << 16 | (alpha - $0) << 8 | $0 / 2 }
    }

    @Test(arguments: [0, 1, 15, 16, 17, 1024])
    func `colours are divided by their alpha, whatever stands beside them`(count: Int) {
        let chosen = Array(words.suffix(count))
        var out = [UInt8](repeating: 7, count: count * 4 + 1)
        unsafe chosen.withUnsafeBytes { pixels in
            guard let base = pixels.baseAddress else { return }
            unsafe CPangoCairo_copy_straight(base.assumingMemoryBound(to: UInt8.self), count, &out)
        }
        let expected = chosen.flatMap { word -> [UInt8] in
            let alpha = word >> 24
            let colours = [word >> 16 & 255, word >> 8 & 255, word & 255]
            return colours.map { alpha == 0 ? 0 : UInt8(min(255, ($0 * 255 + alpha / 2) / alpha)) } + [UInt8(alpha)]
        }
        #expect(out == expected + [7])
    }
}
