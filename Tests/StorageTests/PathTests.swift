import Storage
import Testing

@Suite struct PathTests {
    @Test(arguments: [
        ("/a/b", "/a"), ("/a", "/"), ("a", "."), ("/a/\u{31B}b", "/a"), ("/\u{301}", "/"), ("a/b/", "a/b"),
    ])
    func `a combining mark behind a slash does not hide it`(path: String, parent: String) {
        #expect(Path.parent(of: path).unicodeScalars.elementsEqual(parent.unicodeScalars))
    }

    @Test func `components are the bytes between slashes`() {
        #expect(Path.components(of: "//a/\u{31B}b//한국/") == ["a", "\u{31B}b", "한국"])
        #expect(Path.name(of: "/x/\u{301}y") == "\u{301}y")
        #expect(Path.isAbsolute("/\u{301}"))
        #expect(Path.endsInSlash("a/") && !Path.endsInSlash("a"))
    }

    @Test(arguments: [
        ("/x/a", "/x", true), ("/x", "/x", false), ("/xa", "/x", false), ("/a", "/", true), ("/", "/", false),
        ("/x/\u{301}a", "/x", true), ("/e\u{301}/a", "/\u{E9}", false), ("/\u{E9}/a", "/e\u{301}", false),
    ])
    func `two spellings of one letter are two folders`(path: String, folder: String, isBelow: Bool) {
        #expect(Path.isBelow(path, folder) == isBelow)
    }
}
