/// How the pixels of a picture become more or fewer.
package enum ResamplingFilter: Hashable, Sendable {
    /// The pixel that is nearest.
    case nearest
    /// Lanczos with three lobes, alpha premultiplied.
    case lanczos3
}

extension Bitmap {
    /// A part of the picture with other sides, enlarged or reduced.
    ///
    /// - Parameters:
    ///   - x: Where the part begins, in pixels from the left edge; it may lie between pixels.
    ///   - y: The same from the top edge.
    ///   - width: The part's width in pixels.
    ///   - height: The part's height in pixels.
    ///   - target: The sides that it gets.
    ///   - filter: How pixels are sampled.
    /// - Returns: The picture of that size.
    /// - Precondition: the part lies in the picture and is not empty, and the target's sides are at least 1.
    package func resampled(
        x: Double, y: Double, width: Double, height: Double, to target: PixelSize, by filter: ResamplingFilter
    ) -> Bitmap {
        precondition(width > 0 && height > 0 && target.width >= 1 && target.height >= 1)
        let isWhole = x == 0 && y == 0 && width == Double(size.width) && height == Double(size.height)
        if isWhole, target == size { return self }
        switch filter {
        case .nearest: return nearest(x: x, y: y, width: width, height: height, to: target)
        case .lanczos3:
            let columns = FilterTable(
                sampleCount: size.width, offset: x, length: width, targetCount: target.width)
            let rows = FilterTable(sampleCount: size.height, offset: y, length: height, targetCount: target.height)
            return filtered(columns: columns, rows: rows)
        }
    }

    private func filtered(columns: FilterTable, rows: FilterTable) -> Bitmap {
        let layout = isOpaque ? SampleLayout.rgb : .rgba
        var resampler = Resampler(
            columns: columns, rows: rows, channels: layout.channels, scale: layout.hasAlpha ? .byteTimes128 : .byte)
        let target = resampler.target
        var out: [UInt8] = []
        out.reserveCapacity(target.area * 4)
        var planes = [Int16](repeating: 0, count: layout.channels * target.width)
        var row = [UInt8](repeating: 0, count: target.width * 4)
        var samples = [UInt8](repeating: 0, count: size.width * layout.channels)
        for y in 0..<size.height where resampler.produced < target.height {
            guard resampler.wantsNextRow else {
                resampler.skipRow()
                continue
            }
            for x in 0..<size.width {
                let source = (y * size.width + x) * 4
                for channel in 0..<layout.channels { samples[x * layout.channels + channel] = pixels[source + channel] }
            }
            unsafe resampler.takeRow { planes, stride in
                unsafe PixelPacking.split(samples.span, layout, pixels: size.width, into: planes, stride: stride)
            }
            while resampler.hasRow {
                resampler.makeRow(into: &planes)
                PixelPacking.pack(planes, layout.model, into: &row)
                out += row
            }
        }
        return Bitmap(size: target, pixels: out)
    }

    private func nearest(x: Double, y: Double, width: Double, height: Double, to target: PixelSize) -> Bitmap {
        func places(_ offset: Double, _ length: Double, _ count: Int, _ limit: Int) -> [Int] {
            (0..<count).map { index in
                min(max(Int(offset + (Double(index) + 0.5) * length / Double(count)), 0), limit - 1)
            }
        }
        let columns = places(x, width, target.width, size.width)
        let rows = places(y, height, target.height, size.height)
        var out: [UInt8] = []
        out.reserveCapacity(target.area * 4)
        for row in rows {
            for column in columns {
                let place = (row * size.width + column) * 4
                out += pixels[place..<place + 4]
            }
        }
        return Bitmap(size: target, pixels: out)
    }
}
