/// Between the rows of codecs, the planes of the resampler and RGBA pixels.
enum PixelPacking {
    /// Splits a row into planes, those with alpha premultiplied and times 128.
    static func split(
        _ samples: Span<UInt8>, _ layout: SampleLayout, pixels: Int, into planes: UnsafeMutablePointer<Int16>,
        stride: Int
    ) {
        let channels = layout.channels
        guard layout.hasAlpha else {
            for channel in 0..<channels {
                for pixel in 0..<pixels {
                    unsafe planes[channel * stride + pixel] = Int16(samples[pixel * channels + channel])
                }
            }
            return
        }
        for pixel in 0..<pixels {
            let alpha = Int32(samples[pixel * channels + channels - 1])
            unsafe planes[(channels - 1) * stride + pixel] = Int16(alpha * 128)
            for channel in 0..<channels - 1 {
                let product = Int32(samples[pixel * channels + channel]) * alpha * 128
                unsafe planes[channel * stride + pixel] = Int16((product + 127) / 255)
            }
        }
    }

    /// Makes RGBA (or the four inks) of a finished row of planes with 6 fractional bits.
    static func pack(_ planes: [Int16], _ layout: SampleLayout, into row: inout [UInt8]) {
        let width = row.count / 4
        for pixel in 0..<width {
            func sample(_ plane: Int) -> Int32 { Int32(planes[plane * width + pixel]) }
            let place = pixel * 4
            switch layout {
            case .gray:
                let gray = rounded(sample(0))
                for channel in 0..<3 { row[place + channel] = gray }
                row[place + 3] = 255
            case .rgb:
                for channel in 0..<3 { row[place + channel] = rounded(sample(channel)) }
                row[place + 3] = 255
            case .cmyk:
                for channel in 0..<4 { row[place + channel] = rounded(sample(channel)) }
            case .grayAlpha, .rgba:
                let isGray = layout == .grayAlpha
                let alpha = sample(isGray ? 1 : 3)
                row[place + 3] = rounded(alpha)
                for channel in 0..<3 {
                    row[place + channel] = straight(sample(isGray ? 0 : channel), alpha: alpha)
                }
            }
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

    /// Makes RGBA of inks without a profile: light is what every ink lets through.
    static func convertInks(_ row: inout [UInt8]) {
        for place in stride(from: 0, to: row.count, by: 4) {
            let black = UInt32(row[place + 3])
            for channel in 0..<3 {
                row[place + channel] = UInt8((UInt32(row[place + channel]) * black + 127) / 255)
            }
            row[place + 3] = 255
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
