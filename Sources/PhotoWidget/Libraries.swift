internal import PhotoFeed
internal import Raster
internal import Storage
internal import WidgetUI

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
        /// What it is for.
        package var purpose: String
        /// Whether nothing works without it; the others are for some pictures or commands only.
        package var isNeeded: Bool
        /// Why it cannot be used although it is there.
        package var fault: String?

        /// Describes a library.
        package init(
            name: String, package: String, version: String?, purpose: String, isNeeded: Bool = false,
            fault: String? = nil
        ) {
            self.name = name
            self.package = package
            self.version = version
            self.purpose = purpose
            self.isNeeded = isNeeded
            self.fault = fault
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
                name: codec.name, package: codec.package, version: codec.version, purpose: codec.purpose,
                isNeeded: ["libjpeg-turbo", "libpng", "libdeflate"].contains(codec.name))
        }
        let drawing = "render, and the widgets that are drawn"
        return [curl] + codecs + [
            Library(
                name: "SQLite", package: "libsqlite3-0", version: Database.libraryVersion,
                purpose: "the cache and the shared store", isNeeded: true),
            Library(
                name: "Pango", package: "libpangocairo-1.0-0", version: DrawingLibraries.pangoVersion, purpose: drawing),
            Library(name: "Cairo", package: "libcairo2", version: DrawingLibraries.cairoVersion, purpose: drawing),
        ]
    }

    private static var curl: Library {
        var library = Library(
            name: "libcurl", package: "libcurl4", version: nil, purpose: "whatever is fetched", isNeeded: true)
        do {
            // The version alone: libcurl names all it was built with.
            let text = try CurlLibrary.version()
            library.version = text.split(separator: " ").first.map { String($0.drop { $0 != "/" }.dropFirst()) }
        } catch {
            // Behind it stands which package helps, as for every library.
            library.fault = error.reason.split(separator: ";").first.map(String.init)
        }
        return library
    }
}
