import FoundationEssentials
import Glibc
import PhotoWidget
import Storage
import TestSupport
import Testing

@Suite struct PublisherTests {
    private let scratch: ScratchDirectory
    private let publisher: Publisher
    private let date = Date(timeIntervalSince1970: 1_796_002_680)

    init() throws {
        scratch = try ScratchDirectory()
        publisher = Publisher(stateDirectory: scratch.path)
    }

    @Test func `a set is whole, described, and reached through one link`() throws {
        let entry = try publish(photo(seed: 1), at: 0)
        let image = try #require(entry.image)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: scratch("published/photo/default/current"))
                == String(try #require(image.png.split(separator: "/").dropLast().last)))
        #expect(try publisher.current(kind: "photo", instance: "default") == entry)
        #expect(try publisher.currentPicture(kind: "photo", instance: "default") == image.png)
        let pam = try #require(try MappedFile.contents(ofFile: image.rgba))
        #expect(pam.starts(with: Array("P7\n".utf8)))
        #expect((pam.count - image.width * image.height * 4) % 64 == 0)
        #expect(try MappedFile.contents(ofFile: image.original) == photo(seed: 1).original.bytes)
    }

    @Test func `published files follow the umask and are not private like a temporary file`() throws {
        let image = try #require(try publish(photo(seed: 1), at: 0).image)
        // umask(2) could only be asked by changing it under the other tests.
        let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("Umask:") })
        let mask = try #require(mode_t(line.split(whereSeparator: \.isWhitespace)[1], radix: 8))
        for path in [image.png, image.rgba, image.original] {
            var status = stat()
            #expect(unsafe stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o666 & ~mask)
        }
        // So do the directories on the way to them: other users' readers stay.
        for path in ["published", "published/photo", "published/photo/default", "published/photo/default/current"] {
            var status = stat()
            #expect(unsafe stat(scratch(path), &status) == 0)
            #expect(status.st_mode & 0o777 == 0o755 & ~mask)
        }
    }

    @Test func `the last three sets are kept and no temporary file stays`() throws {
        var pictures: [String] = []
        for round in 0..<5 { pictures.append(try #require(try publish(photo(seed: round), at: round).image).png) }
        let left = try pictures.map { try FileStatus.of($0) != nil }
        #expect(left == [false, false, true, true, true])
        let names = try Directory.entries(of: scratch("published/photo/default")).map(\.name)
        #expect(!names.contains(where: AtomicFile.isTemporary))
    }

    @Test func `the same entry twice is the same set`() throws {
        #expect(try publish(photo(seed: 1), at: 0) == publish(photo(seed: 1), at: 0))
        #expect(
            try Directory.entries(of: scratch("published/photo/default")).filter { $0.kind == .directory }.count == 1)
    }

    @Test func `a set that was damaged from outside is written again`() throws {
        let image = try #require(try publish(photo(seed: 1), at: 0).image)
        try AtomicFile.replace(at: image.png, with: [])
        try publish(photo(seed: 1), at: 0)
        #expect(try #require(try MappedFile.contents(ofFile: image.png)).starts(with: [0x89, 0x50]))
    }

    @Test func `a stale entry shows the last picture and says why`() throws {
        let good = try publish(photo(seed: 1), at: 0)
        let stale = try #require(
            try publisher.publishStale(
                kind: "photo", instance: "default", date: date + 180, validUntil: date + 360,
                policy: .after(date + 360), reason: "no network"))
        #expect(stale.status == .stale)
        #expect(stale.reason == "no network")
        #expect(stale.photo == good.photo)
        #expect(stale.image?.sha256 == good.image?.sha256)
        let path = try #require(stale.image?.png)
        let before = try #require(good.image?.png)
        #expect(path != before)
        #expect(try MappedFile.contents(ofFile: path) == MappedFile.contents(ofFile: before))
    }

    @Test func `without a good picture there is no stale entry`() throws {
        #expect(
            try publisher.publishStale(
                kind: "photo", instance: "default", date: date, validUntil: date, policy: .never, reason: "") == nil)
        #expect(try publisher.current(kind: "photo", instance: "default") == nil)
    }

    @Test func `left-overs of a killed run go with the next publication`() throws {
        try scratch.write([1, 2, 3], to: "published/photo/default/.tmp.1.abc/entry.json")
        try publish(photo(seed: 1), at: 0)
        #expect(try FileStatus.of(scratch("published/photo/default/.tmp.1.abc")) == nil)
    }

    @Test func `a damaged document is told by its path`() throws {
        try publish(photo(seed: 1), at: 0)
        try AtomicFile.replace(at: scratch("published/photo/default/current/entry.json"), with: Array("{".utf8))
        #expect {
            try publisher.current(kind: "photo", instance: "default")
        } throws: { error in
            if case PublishError.damaged(let path, _) = error { path.hasSuffix("photo/default/current") } else { false }
        }
    }

    @Test func `one instance has one lock`() throws {
        let first = try publisher.lock(kind: "photo", instance: "default")
        var isFree: [Bool] = []
        for instance in ["default", "kitchen"] {
            let lock = try publisher.lock(kind: "photo", instance: instance)
            isFree.append(lock != nil)
        }
        #expect(isFree == [false, true])
        extendLifetime(first)
    }

    @discardableResult
    private func publish(_ loaded: LoadedPhoto, at step: Int) throws -> PublishedEntry {
        let start = date + Double(step) * 180
        let entry = PhotoEntry(date: start, validUntil: start + 180, loaded: loaded)
        return try publisher.publish(entry, kind: "photo", instance: "default", policy: .after(start + 180))
    }

    private func photo(seed: Int) -> LoadedPhoto { SamplePhoto.loaded(seed: seed) }
}
