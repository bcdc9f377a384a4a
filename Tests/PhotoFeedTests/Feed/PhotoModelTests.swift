import Testing

@testable import PhotoFeed

@Suite struct PhotoModelTests {
    @Test(arguments: ["", " ", "\t\n", "\u{200B}", "\u{200E}\u{2060}\u{FEFF}", "\u{3164}", "\u{2800}", "\u{AD}\0"])
    func `a title that only looks empty gives way to the author's name`(title: String) {
        var photo = PhotoModel(id: "12", title: title, author: "Heron", media: PhotoURL("x"))
        #expect(photo.displayTitle == "Photo by Heron")
        photo.isVideo = true
        #expect(photo.displayTitle == "Video by Heron")
        photo.author = "\u{200B}"
        #expect(photo.displayTitle == "Video 12")
        photo.id = nil
        #expect(photo.displayTitle == "Untitled")
    }

    @Test(arguments: [(" Reed bed ", "Reed bed"), ("👩‍🌾", "👩‍🌾"), ("갈대", "갈대"), (".", ".")])
    func `a visible title is shown as it is, without white space around it`(title: String, shown: String) {
        #expect(PhotoModel(title: title, media: PhotoURL("x")).displayTitle == shown)
    }
}
