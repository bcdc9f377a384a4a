internal import CDeflate
internal import CJPEG
internal import CLCMS
internal import CPNG

/// The codecs' libraries.
package enum RasterLibraries {
    /// Name, Debian package and version of each; libjpeg-turbo's and libdeflate's are those it was built with.
    package static var versions: [(name: String, package: String, version: String)] {
        [
            ("libjpeg-turbo", "libjpeg62-turbo", dotted(Int(CJPEG_get_version()), base: 1000)),
            ("libpng", "libpng16-16", dotted(Int(CPNG_get_version()), base: 100)),
            ("lcms2", "liblcms2-2", "\(cmsGetEncodedCMMversion() / 1000).\(cmsGetEncodedCMMversion() % 1000 / 10)"),
            ("libdeflate", "libdeflate0", LIBDEFLATE_VERSION_STRING),
        ]
    }

    /// A number such as 2001005 as 2.1.5.
    private static func dotted(_ number: Int, base: Int) -> String {
        "\(number / (base * base)).\(number / base % base).\(number % base)"
    }
}
