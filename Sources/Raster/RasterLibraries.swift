internal import CDeflate
internal import CGIF
internal import CISAL
internal import CJPEG
internal import CLCMS
internal import CPNG
internal import CWebP

/// The codecs' libraries.
package enum RasterLibraries {
    /// Name, Debian package, version and purpose of each; the version is `nil` for one that is not installed.
    ///
    /// Those that are loaded when first needed are loaded now. The versions of libjpeg-turbo, libdeflate, giflib and ISA-L
    /// are those the program was built with.
    package static var versions: [(name: String, package: String, version: String?, purpose: String)] {
        [
            ("libjpeg-turbo", "libjpeg62-turbo", dotted(CJPEG_get_version(), base: 1000), "JPEG pictures"),
            ("libpng", "libpng16-16", dotted(CPNG_get_version(), base: 100), "PNG pictures, and every thumbnail"),
            ("lcms2", "liblcms2-2", unsafe CLCMS_load_library().map { unsafe colorVersion($0) }, "colour profiles"),
            ("libdeflate", "libdeflate0", LIBDEFLATE_VERSION_STRING, "PNG pictures, and every thumbnail"),
            ("ISA-L", "libisal2", dotted(CISAL_get_version(), base: 100), "reading PNG faster"),
            ("giflib", "libgif7", dotted(CGIF_get_version(), base: 100), "GIF pictures"),
            ("libwebp", "libwebp7", dotted(CWebP_get_version(), base: 256), "WebP pictures"),
        ]
    }

    /// A number such as 2001005 as 2.1.5; `nil` for 0.
    private static func dotted(_ number: Int32, base: Int32) -> String? {
        number == 0 ? nil : "\(number / (base * base)).\(number / base % base).\(number % base)"
    }

    /// lcms2's version, a number such as 2140, as 2.14.
    private static func colorVersion(_ library: UnsafePointer<CLCMS_Functions>) -> String {
        let number = unsafe library.pointee.cmsGetEncodedCMMversion()
        return "\(number / 1000).\(number % 1000 / 10)"
    }
}
