/// What a PNG says about its colours.
///
/// cICP goes before iCCP, as the third edition of the format demands. gAMA and cHRM are ignored, as most viewers of
/// thumbnails do: where a file carries nothing better, it is sRGB in practice, and its numbers are as often wrong.
enum PNGColor {
    /// Finds what makes sRGB of the rows.
    ///
    /// - Returns: the conversion; `nil` where the rows are sRGB already.
    /// - Source: https://www.w3.org/TR/png-3/#4Concepts.ColourSpaces
    static func rows(
        _ structure: PNGStructure, _ bytes: RawSpan, layout: SampleLayout, notes: inout [String]
    ) -> RowTransform? {
        if let range = structure.codedColor {
            do throws(ColorProfileError) {
                return try coded(bytes.extracting(range), layout: layout)
            } catch {
                notes.append("colour numbers ignored: \(error)")
            }
        }
        guard let range = structure.profile else { return nil }
        guard let profile = profile(bytes.extracting(range)) else {
            notes.append("colour profile ignored: \(ColorProfileError.malformed)")
            return nil
        }
        return ColorTransform.rows(icc: profile, layout: layout, notes: &notes)
    }

    /// A cICP chunk: primaries, transfer, matrix (0, for RGB) and full range (1).
    private static func coded(_ data: RawSpan, layout: SampleLayout) throws(ColorProfileError) -> RowTransform? {
        guard data.byteCount == 4, let primaries = data.byte(at: 0), let transfer = data.byte(at: 1),
            data.byte(at: 2) == 0, data.byte(at: 3) == 1
        else { throw .malformed }
        let color = try CodedColor(primaries: primaries, transfer: transfer)
        if color.isSRGB || layout.channels <= 2 { return nil }
        guard let transform = try MatrixTransform(from: ColorProfile(color)) else { throw .malformed }
        return { transform.convert(&$0) }
    }

    /// An iCCP chunk: a name of at most 79 bytes, NUL, the compression method (0), the profile in zlib's format.
    private static func profile(_ data: RawSpan) -> [UInt8]? {
        guard let nul = (0..<min(80, data.byteCount)).first(where: { data.byte(at: $0) == 0 }),
            data.byteCount > nul + 2, data.byte(at: nul + 1) == 0
        else { return nil }
        return Inflater().contents(of: data.extracting((nul + 2)...), limit: ColorProfile.maximumLength)
    }
}
