/// The page and what it is made of; all of it comes with the program.
struct PageFiles {
    private let files: [String: Representation]

    /// Makes the page's files, and their tags.
    init() {
        let policy = """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
            base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
        files = [
            "/": Representation(
                PackageResources.page_html, type: "text/html; charset=utf-8", policy: policy),
            "/page.css": Representation(PackageResources.page_css, type: "text/css; charset=utf-8"),
            "/page.js": Representation(PackageResources.page_js, type: "text/javascript; charset=utf-8"),
            "/icon.svg": Representation(PackageResources.icon_svg, type: "image/svg+xml"),
        ]
    }

    /// The file of a path.
    subscript(path: String) -> Representation? { files[path] }
}
