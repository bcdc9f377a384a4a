/// Why a colour profile is ignored; pictures are shown as sRGB then, with a note.
enum ColorProfileError: Error, Equatable, CustomStringConvertible {
    /// The profile is longer than any real one, in bytes.
    case tooLong(Int, limit: Int)
    /// lcms2, which would read it, is not installed.
    case noLibrary
    /// The bytes are no profile, or one that leads to no colours.
    case malformed
    /// The profile is of another kind of pixels than the picture's ("CMYK").
    case mismatched(profile: String)
    /// The numbers name a colour space that is not converted, such as one for high dynamic range.
    case unsupported(primaries: UInt8, transfer: UInt8)

    var description: String {
        switch self {
        case .tooLong(let length, let limit): "it has \(length) bytes, more than \(limit)"
        case .noLibrary: "liblcms2 is not installed"
        case .malformed: "it is damaged"
        case .mismatched(let profile): "it is for \(profile) pixels"
        case .unsupported(let primaries, let transfer): "colour space \(primaries)/\(transfer) is not converted"
        }
    }
}
