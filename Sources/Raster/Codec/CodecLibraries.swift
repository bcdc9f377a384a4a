internal import CGIF
internal import CISAL
internal import CJPEG
internal import CLCMS
internal import CPNG
internal import CWebP

/// Libraries that decoding loads when it first needs them.
package struct CodecLibraries: OptionSet, Sendable {
    /// A bit a library.
    package let rawValue: UInt8

    /// Takes bits as they are.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// libjpeg-turbo.
    package static let jpeg = CodecLibraries(rawValue: 1)
    /// libpng, and ISA-L that reads most files faster.
    package static let png = CodecLibraries(rawValue: 2)
    /// giflib.
    package static let gif = CodecLibraries(rawValue: 4)
    /// libwebp.
    package static let webp = CodecLibraries(rawValue: 8)
    /// lcms2, for pictures with a colour profile.
    package static let color = CodecLibraries(rawValue: 16)

    /// Loads them now; one that is not installed is told when a picture needs it.
    package func load() {
        if contains(.jpeg) { _ = CJPEG_load_library() }
        if contains(.png) { _ = (CPNG_load_library(), CISAL_load_library()) }
        if contains(.gif) { _ = CGIF_load_library() }
        if contains(.webp) { _ = CWebP_load_library() }
        if contains(.color) { _ = unsafe CLCMS_load_library() }
    }
}
