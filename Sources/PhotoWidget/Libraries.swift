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
    }

    /// The version of photowidget.
    package static let programVersion = "0.1.0"

    /// Where to read about photowidget, as the User-Agent says.
    package static let projectURL = "https://github.com/photowidget/photowidget"

    /// Every library; those that are loaded when first needed are loaded now.
    package static var versions: [Library] {
        [Library(name: "libcurl", package: "libcurl4", version: try? CurlLibrary.version())]
            + RasterLibraries.versions.map { Library(name: $0.name, package: $0.package, version: $0.version) }
            + [Library(name: "SQLite", package: "libsqlite3-0", version: Database.libraryVersion)]
    }
}
