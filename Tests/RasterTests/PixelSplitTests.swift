import CResample
import Testing

@testable import Raster

@Suite struct PixelSplitTests {
    @Test(
        arguments: [CResample_portable, CResample_best_level()], [SampleLayout.gray, .grayAlpha, .rgb, .rgba, .cmyk])
    func `samples are split and premultiplied alike on every level`(level: CResample_level, layout: SampleLayout) {
        let (channels, stride) = (layout.channels, 80)
        for count in [1, 2, 15, 16, 17, 33, 77] {
            let row = noise(count * channels, seed: UInt32(count))
            var planes = [Int16](repeating: -1, count: stride * channels)
            unsafe planes.withUnsafeMutableBufferPointer { planes in
                guard let base = planes.baseAddress else { return }
                unsafe PixelPacking.split(row.span, layout, pixels: count, into: base, stride: stride, level: level)
            }
            for pixel in 0..<count {
                let samples = row[pixel * channels..<(pixel + 1) * channels].map(Int.init)
                for channel in 0..<channels {
                    let alpha = samples[channels - 1]
                    let isAlpha = channel == channels - 1
                    let expected =
                        !layout.hasAlpha
                        ? samples[channel] : isAlpha ? alpha * 128 : (samples[channel] * alpha * 128 + 127) / 255
                    #expect(planes[channel * stride + pixel] == Int16(expected))
                }
            }
        }
    }

    @Test(arguments: [CResample_portable, CResample_best_level()])
    func `every product of a sample and alpha is rounded as told`(level: CResample_level) {
        var pixels: [UInt8] = []
        var expected: [Int16] = []
        for sample in 0..<256 {
            for alpha in 0..<256 {
                pixels += [UInt8(sample), UInt8(alpha)]
                expected.append(Int16((sample * alpha * 128 + 127) / 255))
            }
        }
        var planes = [Int16](repeating: 0, count: 2 << 16)
        unsafe CResample_split_premultiplied(level, pixels, 2, &planes, 1 << 16, 1 << 16)
        #expect(Array(planes[..<(1 << 16)]) == expected)
    }
}
