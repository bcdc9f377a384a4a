import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct PrefetchCommandTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write(try SamplePicture.jpeg(300, 200), to: "saved/a.jpg")
        try scratch.write(try SamplePicture.jpeg(300, 200, seed: 1), to: "saved/b.jpg")
        try scratch.write(ListedFeed.json(["a.jpg", "b.jpg"]), to: "saved/feed.json")
    }

    private func prefetch(_ words: String..., feed: String = "feed.json", isTerminal: Bool = false) -> ProgramRun {
        let all = [
            "prefetch", "--feed", scratch("saved/\(feed)"), "--cache-dir", scratch("cache"), "--state-dir",
            scratch("state"),
        ]
        return ProgramRun(all + words, isTerminal: isTerminal)
    }

    @Test func `success prints nothing`() throws {
        let run = prefetch()
        #expect(run.status == .done && run.out == "" && run.err == "")
        #expect(try scratch.files(below: "cache/objects").count == 2)
        #expect(try scratch.files(below: "cache/thumbnails/256x256-contain").count == 2)
    }

    @Test func `thumbnails are made in every size asked for`() throws {
        #expect(prefetch("--sizes", "64x64,large,64x64").status == .done)
        let variants = try Directory.entries(of: scratch("cache/thumbnails")).map(\.name).sorted()
        #expect(variants == ["256x256-contain", "64x64-contain"])
    }

    @Test(arguments: ["", "64", "64x64,", "0x1", "1x1,,2x2"])
    func `sizes that are none are a usage error`(sizes: String) {
        #expect(prefetch("--sizes", sizes).status == .usage)
    }

    @Test func `JSON counts the photos`() throws {
        let object = try JSONTestReader.object(prefetch("--json").out)
        #expect(object["schema"] as? String == "photowidget.prefetch/1")
        #expect(
            Set(object.keys) == [
                "schema", "feed", "reason", "photos", "fetched", "revalidated", "cached", "stale", "leftOut", "failed",
                "bytes", "seconds", "ended", "errors",
            ])
    }

    @Test func `a second one leaves at once, and asks nothing`() throws {
        #expect(prefetch().status == .done)
        guard let lock = try FileLock.attempt(at: scratch("cache/prefetch.lock")) else {
            Issue.record("the lock is held though no prefetch is at work")
            return
        }
        let run = prefetch("--json", feed: "nowhere.json")
        #expect(run.status == .tryLater)
        #expect(run.err.hasSuffix("another prefetch is at work; --wait waits for it\n"))
        #expect(run.out.contains("\"code\":\"already_running\""))
        extendLifetime(lock)
    }

    @Test func `one that waits leaves with 75 when its deadline comes first`() throws {
        #expect(prefetch().status == .done)
        guard let lock = try FileLock.attempt(at: scratch("cache/prefetch.lock")) else {
            Issue.record("the lock is held though no prefetch is at work")
            return
        }
        #expect(prefetch("--wait", "--deadline", "0.02").status == .tryLater)
        extendLifetime(lock)
    }

    @Test func `a photo that is missing is left out in silence, a feed without any fails`() throws {
        try scratch.write(ListedFeed.json(["a.jpg", "gone.jpg"]), to: "saved/half.json")
        let half = prefetch(feed: "half.json")
        #expect(half.status == .done && half.err == "")
        try scratch.write(ListedFeed.json(["gone.jpg"]), to: "saved/none.json")
        let none = prefetch(feed: "none.json")
        #expect(none.status == .noInput)
        #expect(none.err.split(separator: "\n").count == 1)
        try scratch.write(ListedFeed.json([]), to: "saved/empty.json")
        #expect(prefetch(feed: "empty.json").status == .noPhotos)
    }

    @Test func `a full cache ends it, which is said unless told to be quiet`() throws {
        let run = prefetch("--cache-limit", "200K", "--sizes", "256x256")
        #expect(run.status == .done)
        #expect(run.err == "photowidget: 1 of 2 photos are in the cache: the cache is full of them\n")
        let quiet = prefetch("--cache-limit", "200K", "--quiet")
        #expect(quiet.status == .done && quiet.err == "")
    }

    @Test func `the desktop gets thumbnails of what is in the cache`() throws {
        let all = ["prefetch", "--feed", scratch("saved/feed.json"), "--cache-dir", scratch("cache"), "--freedesktop"]
        #expect(ProgramRun(all, environment: ["XDG_CACHE_HOME": scratch("xdg"), "HOME": "/nowhere"]).status == .done)
        #expect(try scratch.files(below: "xdg/thumbnails/large").count == 2)
    }

    @Test func `progress goes to a terminal only`() {
        #expect(prefetch(isTerminal: true).err.contains("2/2 photos"))
        #expect(prefetch("--no-color", isTerminal: true).err == "")
    }

    @Test func `progress tells photos, bytes, rate and what remains`() {
        let progress = PrefetchProgress(
            doneCount: 5, photoCount: 20, receivedCount: 3 << 20, elapsed: .milliseconds(1500))
        #expect(
            PrefetchText.line(of: progress) == "█████░░░░░░░░░░░░░░░ 5/20 photos  3 MiB  2 MiB/s  15 left, about 5 s")
    }
}
