internal import CResample

/// Between the rows of codecs, the planes of the resampler and RGBA pixels.
enum PixelPacking {
    /// Splits a row into planes, those with alpha premultiplied and times 128.
    static func split(
        _ samples: Span<UInt8>, _ layout: SampleLayout, pixels: Int, into planes: UnsafeMutablePointer<Int16>,
        stride: Int, level: CResample_level = CResample_best_level()
    ) {
        precondition(samples.count >= pixels * layout.channels)
        unsafe samples.withUnsafeBufferPointer { samples in
            if layout.hasAlpha {
                unsafe CResample_split_premultiplied(
                    level, samples.baseAddress, layout.channels, planes, stride, pixels)
            } else {
                unsafe CResample_split_pixels(level, samples.baseAddress, layout.channels, planes, stride, pixels)
            }
        }
    }

    /// Makes RGBA (or the four inks) of a finished row of planes with 6 fractional bits.
    static func pack(
        _ planes: [Int16], _ model: PixelModel, into row: inout [UInt8],
        level: CResample_level = CResample_best_level()
    ) {
        let width = row.count / 4
        switch model {
        case .gray: unsafe CResample_pack_pixels(level, CResample_gray, planes, &row, width)
        case .rgb: unsafe CResample_pack_pixels(level, CResample_rgb, planes, &row, width)
        case .ycc: unsafe CResample_pack_pixels(level, CResample_ycc, planes, &row, width)
        case .cmyk: unsafe CResample_pack_pixels(level, CResample_cmyk, planes, &row, width)
        case .ycck: unsafe CResample_pack_pixels(level, CResample_ycck, planes, &row, width)
        case .grayAlpha: packStraight(planes, channels: 2, into: &row)
        case .rgba: packStraight(planes, channels: 4, into: &row)
        }
    }

    /// Makes RGBA with straight alpha of premultiplied planes.
    private static func packStraight(_ planes: [Int16], channels: Int, into row: inout [UInt8]) {
        let width = row.count / 4
        for pixel in 0..<width {
            let alpha = Int32(planes[(channels - 1) * width + pixel])
            for channel in 0..<3 {
                let plane = channels == 2 ? 0 : channel
                row[pixel * 4 + channel] = straight(Int32(planes[plane * width + pixel]), alpha: alpha)
            }
            row[pixel * 4 + 3] = rounded(alpha)
        }
    }

    /// Makes RGBA (or the four inks) of a row of samples as a codec gave them, beginning with pixel `first`.
    static func pack(_ samples: Span<UInt8>, _ layout: SampleLayout, from first: Int, into row: inout [UInt8]) {
        let channels = layout.channels
        for pixel in 0..<row.count / 4 {
            let source = (first + pixel) * channels
            let place = pixel * 4
            let isGray = channels <= 2
            for channel in 0..<3 { row[place + channel] = samples[isGray ? source : source + channel] }
            row[place + 3] = layout.hasAlpha || layout == .cmyk ? samples[source + channels - 1] : 255
        }
    }

    /// A sample with 6 fractional bits as a byte.
    private static func rounded(_ sample: Int32) -> UInt8 { UInt8(clamping: (sample + 32) >> 6) }

    /// A premultiplied sample as a straight byte; 0 where nothing is visible.
    private static func straight(_ sample: Int32, alpha: Int32) -> UInt8 {
        guard alpha >= 32 else { return 0 }
        return UInt8(clamping: (sample * 255 + alpha / 2) / alpha)
    }
}
