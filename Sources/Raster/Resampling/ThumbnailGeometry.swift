/// What part of a picture becomes a thumbnail, and of what size.
struct ThumbnailGeometry: Equatable, Sendable {
    /// The part that is shown, in pixels of the original; fractional where a crop falls between pixels.
    struct Region: Equatable, Sendable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    /// The part of the original that is shown.
    var region: Region
    /// The size of the thumbnail; never larger than the region, both sides at least 1.
    var target: PixelSize

    /// Works out, for an upright original, what a request asks for.
    ///
    /// Sides are rounded to the nearest pixel; a crop is centred; a picture smaller than the box stays as it is.
    ///
    /// - Precondition: the original's sides are at least 1 and its area is below 2^60.
    init(original: PixelSize, request: ThumbnailRequest) {
        precondition(original.width >= 1 && original.height >= 1 && original.area < 1 << 60)
        let (width, height) = (original.width, original.height)
        let boxWidth = min(max(request.box.width, 1), width)
        let boxHeight = min(max(request.box.height, 1), height)
        region = Region(x: 0, y: 0, width: Double(width), height: Double(height))
        // Which side of the box decides: the ratios are compared without division.
        let isWider = width * boxHeight > boxWidth * height
        switch request.fit {
        case .exact:
            target = PixelSize(width: boxWidth, height: boxHeight)
        case .contain where isWider:
            target = PixelSize(width: boxWidth, height: Self.scaled(height, by: boxWidth, over: width))
            region.height = Self.shown(height, as: target.height, scale: Double(width) / Double(boxWidth))
            region.y = (Double(height) - region.height) / 2
        case .contain:
            target = PixelSize(width: Self.scaled(width, by: boxHeight, over: height), height: boxHeight)
            region.width = Self.shown(width, as: target.width, scale: Double(height) / Double(boxHeight))
            region.x = (Double(width) - region.width) / 2
        case .cover:
            target = PixelSize(width: boxWidth, height: boxHeight)
            if isWider {
                region.width = Double(boxWidth * height) / Double(boxHeight)
                region.x = (Double(width) - region.width) / 2
            } else {
                region.height = Double(boxHeight * width) / Double(boxWidth)
                region.y = (Double(height) - region.height) / 2
            }
            // A crop that is not scaled starts on a whole pixel, so that its pixels stay what they are.
            if region.width == Double(boxWidth), region.height == Double(boxHeight) {
                region.x = region.x.rounded(.down)
                region.y = region.y.rounded(.down)
            }
        }
        if let maxArea = request.maxArea { target = Self.limited(target, to: max(maxArea, 1)) }
    }

    /// Works out, for the rows as they are coded, what a request asks for in upright terms.
    init(coded size: PixelSize, orientation: Orientation, request: ThumbnailRequest) {
        let upright = orientation.applied(to: size)
        self = ThumbnailGeometry(original: upright, request: request).coded(orientation, original: upright)
    }

    /// How many pixels of the original become one, along the side where these are fewer.
    var ratio: Double { min(region.width / Double(target.width), region.height / Double(target.height)) }

    /// The same target of a picture whose pixels were joined, so that so many of its columns and rows became one.
    func joining(columns: Double, rows: Double) -> ThumbnailGeometry {
        ThumbnailGeometry(
            region: Region(
                x: region.x / columns, y: region.y / rows, width: region.width / columns, height: region.height / rows),
            target: target)
    }

    /// The same region and target for the rows as they are coded.
    func coded(_ orientation: Orientation, original: PixelSize) -> ThumbnailGeometry {
        var coded = self
        // The region is centred to within half a pixel, so mirroring is the distance from the other edge.
        let mirrorX = orientation.swapsAxes ? orientation.reversesRows : orientation.reversesColumns
        let mirrorY = orientation.swapsAxes ? orientation.reversesColumns : orientation.reversesRows
        if mirrorX { coded.region.x = Double(original.width) - region.x - region.width }
        if mirrorY { coded.region.y = Double(original.height) - region.y - region.height }
        if orientation.swapsAxes {
            let upright = coded.region
            coded.region = Region(x: upright.y, y: upright.x, width: upright.height, height: upright.width)
            coded.target = target.transposed
        }
        return coded
    }

    /// How much of a side is shown where its target was rounded: half of the rounding becomes stretch, half crop (or, of
    /// what is not there, repeated edge), each at most a quarter of a target pixel at either end.
    private static func shown(_ side: Int, as target: Int, scale: Double) -> Double {
        let exact = Double(target) * scale
        return abs(exact - Double(side)) <= scale / 2 ? (exact + Double(side)) / 2 : Double(side)
    }

    /// `side * numerator / denominator`, rounded to nearest and at least 1.
    private static func scaled(_ side: Int, by numerator: Int, over denominator: Int) -> Int {
        max((side * numerator * 2 + denominator) / (denominator * 2), 1)
    }

    /// The largest size of the same ratio, to within a pixel, whose area is no more than `maxArea`.
    private static func limited(_ size: PixelSize, to maxArea: Int) -> PixelSize {
        guard size.area > maxArea else { return size }
        let factor = (Double(maxArea) / Double(size.area)).squareRoot()
        var width = max(Int((Double(size.width) * factor).rounded()), 1)
        var height = max(Int((Double(size.height) * factor).rounded()), 1)
        if width <= height {
            width = min(width, maxArea)
            height = min(height, maxArea / width)
        } else {
            height = min(height, maxArea)
            width = min(width, maxArea / height)
        }
        return PixelSize(width: width, height: height)
    }

    /// Takes a region and a target as they are.
    init(region: Region, target: PixelSize) {
        self.region = region
        self.target = target
    }
}
