internal import PhotoWidget
internal import WebServer

extension Libraries {
    /// Every library, that of the server included; those that are loaded when first needed are loaded now.
    static var all: [Library] {
        versions + [
            Library(
                name: "libmicrohttpd", package: "libmicrohttpd12", version: HTTPServer.libraryVersion, isNeeded: false)
        ]
    }
}
