import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct CacheCommandTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write(try SamplePicture.jpeg(300, 200), to: "saved/a.jpg")
        try scratch.write(try SamplePicture.jpeg(300, 200, seed: 1), to: "saved/b.jpg")
        try scratch.write(ListedFeed.json(["a.jpg", "b.jpg"]), to: "saved/feed.json")
    }

    private func run(_ words: String...) -> ProgramRun {
        ProgramRun(words + ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")])
    }

    private func prefetch(_ words: String...) -> ProgramRun {
        let all = [
            "prefetch", "--feed", scratch("saved/feed.json"), "--cache-dir", scratch("cache"), "--state-dir",
            scratch("state"),
        ]
        return ProgramRun(all + words)
    }

    private var fileCount: Int {
        get throws {
            try scratch.files(below: "cache/objects").count + scratch.files(below: "cache/thumbnails").count
        }
    }

    @Test func `a number of files is a limit, when files come and when asked to prune`() throws {
        #expect(prefetch().status == .done)
        #expect(try fileCount == 4)
        #expect(run("cache", "prune", "--cache-count", "4").status == .done)
        #expect(try fileCount == 4)
        #expect(run("cache", "prune", "--cache-count", "2").status == .done)
        #expect(try fileCount == 2)
        #expect(prefetch("--cache-count", "2", "--quiet").status == .done)
        #expect(try fileCount == 2)
    }

    @Test func `what must stay free on the disk is a limit too`() throws {
        #expect(prefetch().status == .done)
        #expect(run("cache", "prune", "--keep-free", "1").status == .done)
        #expect(try fileCount == 4)
        // More than any disk has.
        #expect(run("cache", "prune", "--keep-free", "4000000G", "--json").out.contains("\"evicted\": 4,"))
        #expect(try fileCount == 0)
        let full = prefetch("--keep-free", "4000000G")
        #expect(full.status == .inputOutput)
        #expect(full.err.hasPrefix("photowidget: "))
        #expect(try fileCount == 0)
    }

    @Test(arguments: ["--cache-count", "--keep-free"])
    func `a limit that is none is a usage error`(option: String) {
        for value in ["", "-1", "many", "1.5x"] {
            #expect(run("cache", "prune", "\(option)=\(value)").status == .usage)
        }
    }

    @Test func `hits are told by tier, across runs`() throws {
        let refresh = {
            ProgramRun([
                "refresh", "--feed", scratch("saved/feed.json"), "--cache-dir", scratch("cache"), "--state-dir",
                scratch("state"), "--quiet",
            ])
        }
        #expect(refresh().status == .done && refresh().status == .done)
        struct Statistics: Decodable { var hitsByTier: [String: Int] }
        let json = Data(run("cache", "stats", "--json").out.utf8)
        let tiers = try JSONDecoder().decode(Statistics.self, from: json).hitsByTier
        #expect(Set(tiers.keys) == ["memory", "disk", "revalidated", "network"])
        #expect(tiers["network"] == 0, "a saved feed has no server")
        #expect(try #require(tiers["disk"]) > 0)
        let lines = run("cache", "stats").out
        #expect(lines.contains("hits in memory, on disk") && lines.contains("revalidated, fetched"))
    }
}
