import Testing

@testable import PhotoWidget

@Suite struct WebFileTests {
    @Test(arguments: [
        ("entry.json", "application/json"), ("hits.json", "application/json"), ("thumbnail.png", "image/png"),
        ("thumbnail.pam", "image/x-portable-arbitrarymap"), ("widget.png", "image/png"), ("widget@2x.png", "image/png"),
        ("widget-dark@1.5x.png", "image/png"), ("original.jpg", "image/jpeg"), ("original.webp", "image/webp"),
    ])
    func `a set's files have their types`(name: String, type: String) {
        #expect(WebFile.type(of: name) == type)
    }

    @Test(arguments: [
        "", ".", "..", "../entry.json", "widget/../../x.png", ".lock", "original.html", "original.svg", "original.",
        "entry.json.bak", "Entry.json", "widget\u{0}.png", "widget.svg", "secret.png", "widget .png",
    ])
    func `nothing else is shown`(name: String) {
        #expect(WebFile.type(of: name) == nil)
    }
}
