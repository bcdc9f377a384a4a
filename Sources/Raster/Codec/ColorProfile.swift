internal import CLCMS

/// A colour profile, opened by lcms2: what the samples of a picture mean.
@safe struct ColorProfile: ~Copyable {
    /// lcms2's functions.
    let library: UnsafePointer<CLCMS_Functions>
    /// lcms2's profile.
    let handle: cmsHPROFILE

    /// The longest profile that is opened, in bytes: several times what the largest printing profiles take.
    static let maximumLength = 4 << 20

    /// Opens a profile as files embed it.
    ///
    /// - Throws: `ColorProfileError` where it is too long or no profile, or lcms2 is not installed.
    init(icc bytes: [UInt8]) throws(ColorProfileError) {
        guard bytes.count <= Self.maximumLength else { throw .tooLong(bytes.count, limit: Self.maximumLength) }
        guard let library = unsafe CLCMS_load_library() else { throw .noLibrary }
        guard let handle = unsafe library.pointee.cmsOpenProfileFromMem(bytes, UInt32(bytes.count)) else {
            throw .malformed
        }
        unsafe (self.library, self.handle) = (library, handle)
    }

    /// Makes the profile of a named colour space.
    ///
    /// - Throws: `ColorProfileError` where there is no memory for it, or lcms2 is not installed.
    init(_ color: CodedColor) throws(ColorProfileError) {
        guard let library = unsafe CLCMS_load_library() else { throw .noLibrary }
        func place(_ point: CodedColor.Chromaticity) -> cmsCIExyY { cmsCIExyY(x: point.x, y: point.y, Y: 1) }
        var white = place(color.primaries.white)
        var primaries = cmsCIExyYTRIPLE(
            Red: place(color.primaries.red), Green: place(color.primaries.green), Blue: place(color.primaries.blue))
        let curve = try unsafe ToneCurve(color.curve, library)
        let curves: [OpaquePointer?] = unsafe [curve.handle, curve.handle, curve.handle]
        guard let handle = unsafe library.pointee.cmsCreateRGBProfile(&white, &primaries, curves) else {
            throw .malformed
        }
        unsafe (self.library, self.handle) = (library, handle)
    }

    deinit { _ = unsafe library.pointee.cmsCloseProfile(handle) }

    /// Whether the colours are sRGB's to within a level, so that converting them would change nothing that is seen.
    borrowing func isSRGB() throws(ColorProfileError) -> Bool {
        let lcms = unsafe library.pointee
        guard unsafe lcms.cmsGetColorSpace(handle) == cmsSigRgbData, unsafe lcms.cmsGetPCS(handle) == cmsSigXYZData,
            unsafe lcms.cmsIsTag(handle, cmsSigAToB0Tag) == 0
        else { return false }
        let reference = try unsafe ToneCurve(.sRGB, library)
        for (colorant, curve, place) in Self.sRGB {
            guard let xyz = unsafe lcms.cmsReadTag(handle, colorant)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee,
                max(abs(xyz.X - place.X), abs(xyz.Y - place.Y), abs(xyz.Z - place.Z)) < 0.0015,
                let curve = unsafe lcms.cmsReadTag(handle, curve)
            else { return false }
            for step in 1...32 {
                // Within half a level of 8 bits to either side.
                let (value, half) = (Float(step) / 33, Float(0.5 / 255))
                let light = unsafe lcms.cmsEvalToneCurveFloat(OpaquePointer(curve), value)
                guard reference.light(value - half)...reference.light(value + half) ~= light else { return false }
            }
        }
        return true
    }

    /// What makes a space of three primaries.
    struct Primaries {
        /// Red, green and blue under D50.
        let primaries: [cmsCIEXYZ]
        /// The light of every stored number, by channel: red's 256, green's, blue's.
        let light: [Float]
        /// The light half a level above each of sRGB's numbers.
        let limits: [Float]
    }

    /// Reads primaries and curves; `nil` where the profile is of another kind, or holds more exact tables.
    borrowing func primariesAndLight() throws(ColorProfileError) -> Primaries? {
        let lcms = unsafe library.pointee
        guard unsafe lcms.cmsGetColorSpace(handle) == cmsSigRgbData, unsafe lcms.cmsGetPCS(handle) == cmsSigXYZData,
            !Self.tables.contains(where: { unsafe lcms.cmsIsTag(handle, $0) != 0 })
        else { return nil }
        var primaries: [cmsCIEXYZ] = []
        var light: [Float] = []
        for (colorant, curve, _) in Self.sRGB {
            guard let xyz = unsafe lcms.cmsReadTag(handle, colorant)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee,
                let curve = unsafe lcms.cmsReadTag(handle, curve)
            else { return nil }
            primaries.append(xyz)
            for level in 0...255 {
                light.append(unsafe lcms.cmsEvalToneCurveFloat(OpaquePointer(curve), Float(level) / 255))
            }
        }
        let reference = try unsafe ToneCurve(.sRGB, library)
        let limits = (0...255).map { reference.light((Float($0) + 0.5) / 255) }
        return Primaries(primaries: primaries, light: light, limits: limits)
    }

    /// The tags that go before primaries and curves.
    private static let tables = [
        cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag, cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag, cmsSigDToB3Tag,
    ]

    /// sRGB's primaries, adapted to the D50 of profiles.
    ///
    /// - Source: IEC 61966-2-1, its primaries under the Bradford adaptation of ICC.1:2010, annex E.
    private static let sRGB: [(colorant: cmsTagSignature, curve: cmsTagSignature, place: cmsCIEXYZ)] = [
        (cmsSigRedColorantTag, cmsSigRedTRCTag, cmsCIEXYZ(X: 0.4361, Y: 0.2225, Z: 0.0139)),
        (cmsSigGreenColorantTag, cmsSigGreenTRCTag, cmsCIEXYZ(X: 0.3851, Y: 0.7169, Z: 0.0971)),
        (cmsSigBlueColorantTag, cmsSigBlueTRCTag, cmsCIEXYZ(X: 0.1431, Y: 0.0606, Z: 0.7141)),
    ]
}

/// A curve from stored numbers to light, both from 0 to 1.
@safe private struct ToneCurve: ~Copyable {
    let library: UnsafePointer<CLCMS_Functions>
    let handle: OpaquePointer

    init(_ curve: CodedColor.Curve, _ library: UnsafePointer<CLCMS_Functions>) throws(ColorProfileError) {
        let (kind, parameters): (Int32, [Double]) =
            switch curve {
            case .power(let g): (1, [g])
            case .withLinearFoot(let g, let a, let b, let c, let d): (4, [g, a, b, c, d])
            }
        guard let handle = unsafe library.pointee.cmsBuildParametricToneCurve(nil, kind, parameters) else {
            throw .malformed
        }
        unsafe (self.library, self.handle) = (library, handle)
    }

    deinit { unsafe library.pointee.cmsFreeToneCurve(handle) }

    borrowing func light(_ value: Float) -> Float { unsafe library.pointee.cmsEvalToneCurveFloat(handle, value) }
}
