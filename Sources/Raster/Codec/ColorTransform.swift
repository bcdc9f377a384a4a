internal import CLCMS
import Synchronization

/// A conversion of finished rows to sRGB, through lcms2.
///
/// Colours are converted relative to white, without black point compensation, as libvips does.
@safe final class ColorTransform: @unchecked Sendable {
    // Never changed after the initializer; lcms2 only reads a transform that was made without its pixel cache.
    private let library: UnsafePointer<CLCMS_Functions>
    private let handle: cmsHTRANSFORM
    private let makesOpaque: Bool

    /// Makes a conversion for rows of a layout.
    ///
    /// - Throws: `ColorProfileError` where the profile is of another kind of pixels, or leads to no colours.
    init(from profile: borrowing ColorProfile, for layout: SampleLayout) throws(ColorProfileError) {
        let (space, format) = Self.kind(layout)
        let lcms = unsafe profile.library.pointee
        let found = unsafe lcms.cmsGetColorSpace(profile.handle)
        guard found == space else { throw .mismatched(profile: Self.name(found)) }
        let classes = [cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass]
        guard unsafe classes.contains(lcms.cmsGetDeviceClass(profile.handle)) else {
            throw .mismatched(profile: "other")
        }
        // lcms2 would prefer these tags, whose chains of steps may be as long as the profile.
        for tag in [cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag, cmsSigDToB3Tag] {
            guard unsafe lcms.cmsIsTag(profile.handle, tag) == 0 else {
                throw .mismatched(profile: "floating-point")
            }
        }
        let target = try ColorProfile(CodedColor(primaries: 1, transfer: 13))
        guard
            let handle = unsafe lcms.cmsCreateTransform(
                profile.handle, UInt32(format.rawValue), target.handle, UInt32(CLCMS_rgba.rawValue),
                UInt32(INTENT_RELATIVE_COLORIMETRIC), CLCMS_flags)
        else { throw .malformed }
        unsafe (library, self.handle) = (profile.library, handle)
        makesOpaque = layout == .cmyk
    }

    deinit { unsafe library.pointee.cmsDeleteTransform(handle) }

    /// Converts a row in place, four bytes a pixel; alpha stays as it is, inks become opaque.
    func convert(_ row: inout MutableSpan<UInt8>) {
        unsafe row.withUnsafeMutableBytes { row in
            unsafe library.pointee.cmsDoTransform(handle, row.baseAddress, row.baseAddress, UInt32(row.count / 4))
            guard makesOpaque else { return }
            for alpha in stride(from: 3, to: row.count, by: 4) { unsafe row[alpha] = 255 }
        }
    }

    private static func kind(_ layout: SampleLayout) -> (space: cmsColorSpaceSignature, format: CLCMS_format) {
        switch layout {
        case .gray, .grayAlpha: (cmsSigGrayData, CLCMS_gray)
        case .rgb, .rgba: (cmsSigRgbData, CLCMS_rgba)
        case .cmyk: (cmsSigCmykData, CLCMS_inks)
        }
    }

    private static func name(_ space: cmsColorSpaceSignature) -> String {
        switch space {
        case cmsSigGrayData: "gray"
        case cmsSigRgbData: "RGB"
        case cmsSigCmykData: "CMYK"
        default: "other"
        }
    }
}

extension ColorTransform {
    /// Finds what makes sRGB of a picture's rows.
    ///
    /// A profile that cannot be used is ignored, and `notes` says so.
    ///
    /// - Parameters:
    ///   - icc: the profile as the file embeds it, or `nil` where there is none.
    ///   - layout: how the samples of a row lie.
    ///   - notes: where to tell what a person should know.
    /// - Returns: the conversion; `nil` where the rows are sRGB already.
    static func rows(icc: [UInt8]?, layout: SampleLayout, notes: inout [String]) -> RowTransform? {
        guard let icc else { return nil }
        do throws(ColorProfileError) {
            switch try conversion(icc: icc, layout: layout) {
            case .none: return nil
            case .matrix(let transform): return { transform.convert(&$0) }
            case .profile(let transform): return { transform.convert(&$0) }
            }
        } catch {
            notes.append("colour profile ignored: \(error)")
            return nil
        }
    }

    /// The cheapest way to sRGB.
    private enum Conversion: Sendable {
        case none
        case matrix(MatrixTransform)
        case profile(ColorTransform)
    }

    /// What was asked for last: the photographs of one camera or one feed carry the same few profiles.
    ///
    /// The one piece of state in this room, and none that shows: a conversion is a pure function of its key.
    private static let remembered = Mutex<[(icc: [UInt8], layout: SampleLayout, conversion: Conversion)]>([])
    /// How many conversions are kept.
    private static let capacity = 4

    private static func conversion(icc: [UInt8], layout: SampleLayout) throws(ColorProfileError) -> Conversion {
        let hit = remembered.withLock { list in
            list.first { $0.layout == layout && $0.icc == icc }?.conversion
        }
        if let hit { return hit }
        let profile = try ColorProfile(icc: icc)
        let conversion: Conversion
        if layout.holdsRGB, try profile.isSRGB() {
            conversion = .none
        } else if layout.holdsRGB, let matrix = try MatrixTransform(from: profile) {
            conversion = .matrix(matrix)
        } else {
            conversion = .profile(try ColorTransform(from: profile, for: layout))
        }
        remembered.withLock { list in
            if list.count >= capacity { list.removeFirst() }
            list.append((icc, layout, conversion))
        }
        return conversion
    }
}

extension SampleLayout {
    /// Whether the samples are red, green and blue.
    fileprivate var holdsRGB: Bool { self == .rgb || self == .rgba }
}
