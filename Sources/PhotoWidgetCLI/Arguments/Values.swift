internal import FoundationEssentials
internal import PhotoFeed
internal import PhotoWidget
internal import Raster

/// How the values of options are written.
extension Arguments {
    /// A whole number in a range.
    func count(_ option: Option, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        try value(option, expected: "a number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A quantity with an optional K, M or G (powers of 1024), at least 1.
    func quantity(_ option: Option) throws(UsageError) -> Int? {
        try value(option, expected: "a size such as 500K, 32M or 1G", Self.quantity(of:))
    }

    static func quantity(of text: String) -> Int? {
        let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
        let unit = text.last.flatMap { shifts[Character($0.uppercased())] }
        let digits = unit == nil ? Substring(text) : text.dropLast()
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits), number > 0 else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: 1 << (unit ?? 0))
        return overflow ? nil : product
    }

    /// A time in seconds, or with s, m, h or d behind it; more than 0 and at most ten years.
    func seconds(_ option: Option) throws(UsageError) -> TimeInterval? {
        try value(option, expected: "a time in seconds, or as 90s, 3m, 2h, 1d", DurationText.seconds(of:))
    }

    /// A box in pixels: `WxH`, or one of the freedesktop thumbnail sizes.
    func box() throws(UsageError) -> PixelSize {
        try value(.size, expected: "WxH in pixels (1 to 65535), or normal, large, x-large, xx-large", Self.box(of:))
            ?? PixelSize(width: 256, height: 256)
    }

    /// Boxes, separated by commas, none of them twice.
    func boxes() throws(UsageError) -> [PixelSize] {
        try value(.sizes, expected: "boxes such as 256x256,512x512") { text in
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let boxes = words.compactMap { Self.box(of: String($0)) }
            guard boxes.count == words.count, (1...16).contains(boxes.count) else { return nil }
            return boxes.enumerated().filter { !boxes[..<$0.offset].contains($0.element) }.map(\.element)
        } ?? [PixelSize(width: 256, height: 256)]
    }

    /// Those of some boxes that the desktop's standard names.
    static func desktopSizes(of boxes: [PixelSize]) -> [DesktopThumbnails.Size] {
        DesktopThumbnails.Size.allCases.filter { boxes.contains(PixelSize(width: $0.rawValue, height: $0.rawValue)) }
    }

    /// How much the cache may hold.
    func cacheLimits() throws(UsageError) -> CacheLimits {
        var limits = CacheLimits()
        if let bytes = try quantity(.cacheLimit) { limits.maxBytes = bytes }
        if let count = try count(.cacheCount, in: 1...Int.max) { limits.maxCount = count }
        if let bytes = try quantity(.keepFree) { limits.minFreeBytes = bytes }
        return limits
    }

    static func box(of text: String) -> PixelSize? {
        let named = ["normal": 128, "large": 256, "x-large": 512, "xx-large": 1024]
        if let side = named[text] { return PixelSize(width: side, height: side) }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, sides.joined().allSatisfy({ $0.isASCII && $0.isNumber }),
            let width = Int(sides[0]), let height = Int(sides[1]),
            (1...65535).contains(width), (1...65535).contains(height)
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// What is asked of a decoder.
    func thumbnailRequest() throws(UsageError) -> ThumbnailRequest {
        var request = ThumbnailRequest(box: try box(), strictness: has(.lenient) ? .lenient : .strict)
        request.fit = string(.fit).flatMap(Fit.init) ?? .contain
        request.maxArea = try quantity(.maxArea)
        if let pixels = try quantity(.maxPixels) { request.limits.maxPixels = pixels }
        if let bytes = try quantity(.decodeMemory) { request.limits.memory = bytes }
        return request
    }

    /// A name that becomes part of a path: a widget's kind or instance.
    func name(_ option: Option, standard: String) throws(UsageError) -> String {
        try value(option, expected: "a name of letters, digits, '-', '_' and '.' (at most 64, not starting with '.')") {
            FileName.isValid($0) ? $0 : nil
        } ?? standard
    }
}
