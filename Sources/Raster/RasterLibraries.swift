internal import CDeflate
internal import CGIF
internal import CISAL
internal import CJPEG
internal import CLCMS
internal import CPNG
internal import CWebP

/// The codecs' libraries.
package enum RasterLibraries {
    /// Name, Debian package and version of each, the version `nil` where the library is missing.
    ///
    /// Those that are loaded when first needed are loaded now. giflib, libwebp and ISA-L say no version of their own that
    /// is worth the words; of libjpeg-turbo and libdeflate it is the version they were built with.
    package static var versions: [(name: String, package: String, version: String?)] {
        [
            ("libjpeg-turbo", "libjpeg62-turbo", dotted(Int(CJPEG_get_version()), base: 1000)),
            ("libpng", "libpng16-16", dotted(Int(CPNG_get_version()), base: 100)),
            ("lcms2", "liblcms2-2", colorVersion),
            ("libdeflate", "libdeflate0", LIBDEFLATE_VERSION_STRING),
            ("giflib", "libgif7", CGIF_load_library() ? "found" : nil),
            ("libwebp", "libwebp7", CWebP_load_library() ? "found" : nil),
            ("ISA-L", "libisal2", CISAL_load_library() ? "found" : nil),
        ]
    }

    private static var colorVersion: String? {
        guard let library = unsafe CLCMS_load_library() else { return nil }
        let number = unsafe library.pointee.cmsGetEncodedCMMversion()
        return "\(number / 1000).\(number % 1000 / 10)"
    }

    /// A number such as 2001005 as 2.1.5; 0 is no version.
    private static func dotted(_ number: Int, base: Int) -> String? {
        number == 0 ? nil : "\(number / (base * base)).\(number / base % base).\(number % base)"
    }
}
