internal import PhotoFeed
internal import Raster
internal import Storage

/// The program's version and the C libraries under it.
package enum Libraries {
    /// A library, as found on this machine.
    package struct Library: Equatable, Sendable {
        /// What it is called.
        package var name: String
        /// The Debian package that brings it.
        package var package: String
        /// Its version; `nil` if it was not found.
        package var version: String?
        /// Whether nothing works without it; the others are for some pictures only.
        package var isNeeded: Bool

        /// Describes a library.
        package init(name: String, package: String, version: String?, isNeeded: Bool) {
            self.name = name
            self.package = package
            self.version = version
            self.isNeeded = isNeeded
        }
    }

    /// The version of photowidget.
    package static let programVersion = "0.1.0"

    /// Where to read about photowidget, as the User-Agent says.
    package static let projectURL = "https://github.com/photowidget/photowidget"

    /// Every library; those that are loaded when first needed are loaded now.
    package static var versions: [Library] {
        let codecs = RasterLibraries.versions.map { codec in
            Library(
                name: codec.name, package: codec.package, version: codec.version,
                isNeeded: ["libjpeg-turbo", "libpng", "libdeflate"].contains(codec.name))
        }
        return [Library(name: "libcurl", package: "libcurl4", version: curlVersion, isNeeded: true)] + codecs
            + [Library(name: "SQLite", package: "libsqlite3-0", version: Database.libraryVersion, isNeeded: true)]
    }

    /// The version alone: libcurl names all it was built with.
    private static var curlVersion: String? {
        guard let text = try? CurlLibrary.version() else { return nil }
        return text.split(separator: " ").first.map { String($0.drop { $0 != "/" }.dropFirst()) }
    }
}
