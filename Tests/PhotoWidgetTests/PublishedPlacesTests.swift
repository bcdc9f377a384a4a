import FoundationEssentials
import Glibc
import PhotoWidget
import Storage
import TestSupport
import Testing

/// What lies in directories in which is published, and is not the program's.
@Suite struct PublishedPlacesTests {
    private let scratch: ScratchDirectory
    private let date = Date(timeIntervalSince1970: 1_796_002_680)
    private let id = WidgetID(kind: "photo", instance: "default")

    init() throws { scratch = try ScratchDirectory() }

    private func publisher(at name: String? = nil) -> Publisher {
        Publisher(stateDirectory: scratch("state"), places: name.map { [id: scratch($0)] } ?? [:])
    }

    private func publish(_ count: Int, to publisher: Publisher) throws {
        for step in 0..<count {
            let start = date + Double(step) * 180
            let entry = PhotoEntry(date: start, validUntil: start + 180, loaded: SamplePhoto.loaded(seed: step))
            _ = try publisher.publish(entry, kind: "photo", instance: "default", policy: .after(start + 180))
        }
    }

    @Test(arguments: ["Pictures", "state/published/photo/default"])
    func `a directory of somebody's own is refused, and stays as it is`(name: String) throws {
        let publisher = publisher(at: name.hasPrefix("state") ? nil : name)
        for year in 2023...2026 { try scratch.write([1], to: "\(name)/\(year)/IMG_1.jpg") }
        let before = try scratch.files()
        let error = PublishError.foreignDirectory(path: scratch(name), found: "2023")
        #expect(throws: error) { try publish(1, to: publisher) }
        #expect(throws: error) { _ = try publisher.lock(kind: "photo", instance: "default") != nil }
        #expect(throws: error) { try Publisher.check(directory: scratch(name)) }
        #expect(try scratch.files() == before)
    }

    @Test func `a set whose document was damaged does not stop the next one, and stays`() throws {
        let publisher = publisher()
        try publish(1, to: publisher)
        let name = try #require(try SymbolicLink.target(at: scratch("state/published/photo/default/current")))
        try scratch.write(Array("{".utf8), to: "state/published/photo/default/\(name)/entry.json")
        try publish(3, to: publisher)
        let current = try #require(try SymbolicLink.target(at: scratch("state/published/photo/default/current")))
        #expect(try FileStatus.of(scratch("state/published/photo/default/\(current)/entry.json")) != nil)
        #expect(try FileStatus.of(scratch("state/published/photo/default/\(name)/thumbnail.png")) != nil)
    }

    /// What may lie there: of a set's name without a document, with another's, deep, or a file; and other names.
    @Test func `beside our sets everything else stays, and is told`() throws {
        let publisher = publisher(at: "place")
        let name = String(repeating: "0123456789abcdef", count: 2)
        try publish(1, to: publisher)
        try scratch.write([1], to: "place/\(name)/IMG_1.jpg")
        try scratch.write(
            Array(#"{"schema": "other/1"}"#.utf8), to: "place/\(name.replacing("0", with: "1"))/entry.json")
        let deep = name.replacing("0", with: "2")
        try scratch.write(Array(#"{"schema": "photowidget.entry/1"}"#.utf8), to: "place/\(deep)/entry.json")
        try scratch.write([1], to: "place/\(deep)/album/IMG_2.jpg")
        try scratch.write([1], to: "place/\(name.uppercased())/entry.json")
        try scratch.write([1], to: "place/holiday/IMG_3.jpg")
        try scratch.write([1], to: "place/notes.txt")
        let foreign = try scratch.files().filter { !$0.contains("original") && !$0.contains("thumbnail") }
        try publish(6, to: publisher)
        let left = try Set(scratch.files())
        // The first set's document is gone with its set.
        #expect(foreign.filter { !left.contains($0) }.count <= 1)
        #expect(left.isSuperset(of: foreign.filter { $0.contains("IMG_") || $0.hasSuffix("notes.txt") }))
        #expect(try publisher.foreignNames(kind: "photo", instance: "default").contains("notes.txt"))
        let sets = try Directory.entries(of: scratch("place")).filter { entry in
            entry.kind == .directory && left.contains("place/\(entry.name)/thumbnail.png")
        }
        #expect(sets.count == 3)
    }

    @Test func `a link called current that is not ours is left alone`() throws {
        let publisher = publisher(at: "releases")
        try publish(1, to: publisher)
        try Directory.create(at: scratch("releases/v7"))
        try SymbolicLink.replace(at: scratch("releases/current"), with: "v7")
        #expect(throws: PublishError.foreignFile(path: scratch("releases/current"))) { try publish(2, to: publisher) }
        #expect(try SymbolicLink.target(at: scratch("releases/current")) == "v7")
    }

    @Test(arguments: ["published", "published/photo", "published/photo/default", "schedule"])
    func `a link in the place of a directory of the state is not followed`(name: String) throws {
        try publish(1, to: publisher())
        let precious = scratch("precious")
        for step in 0..<5 { try scratch.write([1], to: "precious/photo/default/\(step)/thesis.txt") }
        try Directory.removeTree(at: scratch("state/\(name)"))
        try SymbolicLink.replace(at: scratch("state/\(name)"), with: precious)
        let before = try scratch.files(below: "precious")
        if name == "schedule" {
            let schedule = ScheduleStore(stateDirectory: scratch("state"), id: id)
            #expect(throws: PublishError.self) { try schedule.update(rules: ReloadRules()) { _, _ in } }
        } else {
            #expect(throws: PublishError.self) { try publish(4, to: publisher()) }
        }
        #expect(try scratch.files(below: "precious") == before)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to play two users"))
    func `a set of another user is not removed`() throws {
        let publisher = publisher()
        try publish(1, to: publisher)
        let folder = scratch("state/published/photo/default")
        let theirs = try #require(try SymbolicLink.target(at: "\(folder)/current"))
        #expect(unsafe chown("\(folder)/\(theirs)", 65_002, 65_002) == 0)
        for step in 1..<6 {
            let start = date + Double(step) * 180
            let entry = PhotoEntry(date: start, validUntil: start + 180, loaded: SamplePhoto.loaded(seed: step))
            _ = try publisher.publish(entry, kind: "photo", instance: "default", policy: .after(start + 180))
        }
        #expect(try FileStatus.of("\(folder)/\(theirs)/entry.json") != nil)
    }

    @Test(arguments: [
        "../../esc", "", ".", "..", "a/b", ".hidden", "a\0b", "tab\t", String(repeating: "k", count: 65), "é",
    ])
    func `a kind that cannot be a directory's name publishes nothing`(kind: String) throws {
        #expect(throws: PublishError.badName(kind)) { _ = try publisher().lock(kind: kind, instance: "default") != nil }
        #expect(throws: PublishError.badName(kind)) { _ = try publisher().lock(kind: "photo", instance: kind) != nil }
        let entry = PhotoEntry(date: date, validUntil: date + 180, loaded: SamplePhoto.loaded(seed: 1))
        #expect(throws: PublishError.badName(kind)) {
            try publisher().publish(entry, kind: kind, instance: "default", policy: .never)
        }
        #expect(try scratch.files().isEmpty)
    }
}
