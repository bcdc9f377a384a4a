internal import CChafa
internal import PhotoWidget
internal import WebServer

extension Libraries {
    /// Every library, those of the server and of the terminal included; those that are loaded when first needed are
    /// loaded now.
    static var all: [Library] {
        versions + [
            Library(
                name: "libmicrohttpd", package: "libmicrohttpd12", version: HTTPServer.libraryVersion, purpose: "serve"),
            // It does not tell its version; the name that it is loaded by says which functions it has.
            Library(
                name: "Chafa", package: "libchafa0", version: CChafa_load_library() ? "libchafa.so.0" : nil,
                purpose: "render --terminal"),
        ]
    }
}
