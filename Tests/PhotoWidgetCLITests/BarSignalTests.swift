import FoundationEssentials
import Glibc
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct BarSignalTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: ["waybar", "waybar:", "waybar:0", "waybar:31", "waybar:8x", "bash:8", "waybar:8:9", ""])
    func `what is no signal of a known bar is an error`(text: String) {
        #expect(ProgramRun(["refresh", "--notify", text]).status == .usage)
    }

    @Test func `only processes of the bar's own name and of this user are told`() throws {
        for (name, comm) in [
            ("12", "waybar\n"), ("13", "waybar-x\n"), ("x", "waybar\n"), ("1", "waybar\n"), ("7", "waybar\n"),
        ] {
            try scratch.write(Array(comm.utf8), to: "\(name)/comm")
        }
        try Directory.create(at: scratch("14"))
        #expect(BarSignal.processes(named: "waybar", of: getuid(), in: scratch.path) == [7, 12])
        #expect(BarSignal.processes(named: "waybar", of: getuid() + 1, in: scratch.path) == [])
        #expect(BarSignal.processes(named: "waybar", of: getuid(), in: scratch("none")) == [])
    }

    private func set(_ title: String, status: String = "fresh") throws -> CurrentSet {
        _ = try PublishedTitle.write(title, status: status, to: scratch)
        return try #require(
            try Publisher(stateDirectory: scratch("state")).currentSet(kind: "photo", instance: "default"))
    }

    @Test func `another photo is a change, the same one fetched again is none`() throws {
        let texas = try set("Texas")
        #expect(try !set("Texas", status: "revalidated").looksDifferent(from: texas))
        #expect(try set("Austin").looksDifferent(from: texas))
        #expect(try set("Texas", status: "stale").looksDifferent(from: texas))
    }
}
