import FoundationEssentials
import Glibc
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

/// The files that each command is confined to, and that the kernel keeps it to them.
@Suite struct ConfinementTests {
    /// Command lines of every command that is confined; `HOME` stands for a home.
    static let commandLines: [[String]] = [
        ["refresh", "--feed", "HOME/feeds/feed.json"], ["prefetch", "--tags", "a"], ["run", "--every", "3m"],
        ["timeline", "--widget", "todo"], ["render", "-o", "HOME/out/w.png"], ["simulate"], ["reload", "--all"],
        ["defaults", "list", "--group", "group.a.b"], ["links", "list"], ["links", "open", "a://b"],
        ["links", "register", "--scheme", "a"], ["config", "check"], ["config", "create"], ["cache", "stats"],
        ["doctor"],
        ["thumbnail", "HOME/out/a.png", "-o", "HOME/out/b.png"], ["thumbnail", "--freedesktop", "HOME/out/a.png"],
        ["thumbnail", "https://h.example/a.png"], ["serve", "--token-file", "HOME/feeds/token"],
    ]

    private static let isSupported = AllowedFiles.kernelVersion >= AllowedFiles.oldestVersion

    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        for name in [".ssh/id_rsa", ".bashrc", "feeds/feed.json", "feeds/token", "out/a.png"] {
            try scratch.write(Array("kept".utf8), to: name)
        }
    }

    private static func confinement(_ words: [String], home: String, _ more: [String: String] = [:]) -> Confinement? {
        let shell = Shell(
            out: CapturedOutput(), err: CapturedOutput(), environment: ["HOME": home].merging(more) { $1 },
            now: { .distantPast })
        return Confinement(words.map { $0.replacing("HOME", with: home) }, in: shell)
    }

    private func rights(_ words: String..., environment: [String: String] = [:]) throws -> [String: AllowedFiles.Rights]
    {
        try #require(Self.confinement(words, home: scratch.path, environment)).access.rights
    }

    @Test func `every command is in the table, but those that read nothing of the user's`() throws {
        for command in CommandList.all {
            let name = command.specification.name
            let isKnown = CommandAccess.of(name, Arguments(for: name)) != nil
            #expect(isKnown == !["current", "completions", "help"].contains(name), "\(name)")
            #expect(isKnown == Self.commandLines.contains { $0.first == name }, "\(name)")
        }
    }

    @Test func `every option that takes a file or a directory says so`() {
        let words = ["FILE", "DIR", "OUT"]
        for option in Set(CommandList.all.flatMap { $0.specification.allOptions }) {
            guard let value = option.value, words.contains(where: { value.contains($0) }) else { continue }
            #expect(option.names != nil, "\(option.spelled)")
        }
    }

    @Test func `no command is allowed the whole home`() throws {
        for words in Self.commandLines {
            let access = try #require(Self.confinement(words, home: scratch.path), "\(words)").access
            for path in access.rights.keys {
                #expect(!Path.isBelow(scratch.path, path) && path != scratch.path, "\(words): \(path)")
                #expect(!Path.isBelow(scratch(".ssh/id_rsa"), path), "\(words): \(path)")
            }
        }
    }

    @Test func `what options, variables and operands name is allowed`() throws {
        let reads = AllowedFiles.Rights.reads
        var rights = try rights(
            "refresh", "--feed", "file:///feeds/a/feed.json", "--assets", "/assets", "--cache-dir", "/c", "--state-dir",
            "/s",
            "--config", "/nothing/c.json5", environment: ["SSL_CERT_FILE": "/own/ca.pem", "XDG_DATA_HOME": "/data"])
        for path in ["/feeds/a", "/feeds/a/feed.json", "/assets", "/nothing/c.json5", "/own/ca.pem", "/data/fonts"] {
            #expect(rights[path] == reads, "\(path)")
        }
        #expect(rights["/c"] == [.reads, .writes] && rights["/s"] == [.reads, .writes])
        rights = try self.rights("thumbnail", "/p/a.jpg", "/p/b.jpg", "-", "-o", scratch("out"))
        #expect(rights["/p/a.jpg"] == reads && rights["/p/b.jpg"] == reads && rights["/p"] == nil)
        #expect(rights[scratch("out")] == [.lists, .writes, .controlsDevices])
        #expect(try self.rights("thumbnail", "/p/a.jpg", "-o", "/nowhere/")["/"] == nil)
        rights = try self.rights("render", "-o", "/o/w.png", "--feed", "https://h.example/feed.json")
        #expect(rights["/o"] == [.lists, .writes, .controlsDevices])
        #expect(!rights.keys.contains { $0.contains("h.example") })
        rights = try self.rights("defaults", "write", "k", "@/v/bytes", "--type", "data", "--group", "group.a.b")
        #expect(rights["/v/bytes"] == reads)
    }

    @Test func `what the configuration names is allowed`() throws {
        let text = """
            {instances: [
              {kind: "photo", publish: "/elsewhere/photos", configuration: {feed: "saved/feed.json"}},
              {kind: "todo", publish: "~/todo"},
            ]}
            """
        try scratch.write(Array(text.utf8), to: ".config/photowidget/config.json5")
        let rights = try rights("run")
        #expect(rights["/elsewhere/photos"] == [.reads, .writes] && rights[scratch("todo")] == [.reads, .writes])
        #expect(rights[scratch(".config/photowidget/saved")] == .reads)
    }

    @Test(arguments: [
        ["current"], ["help"], ["completions", "bash"], ["refresh", "--no-sandbox"], ["refresh", "--help"],
        ["refresh", "--version"], ["config", "nothing"], ["nothing"], [], ["refresh", "--unknown"],
    ])
    func `what is not confined`(words: [String]) {
        #expect(Self.confinement(words, home: scratch.path) == nil)
    }

    @Test func `only a command that starts programs gets a process for them`() throws {
        for words in Self.commandLines {
            let starts = try #require(Self.confinement(words, home: scratch.path)).startsPrograms
            #expect(starts == words.starts(with: ["links", "open"]), "\(words)")
        }
    }

    @Test(.enabled(if: isSupported), arguments: commandLines)
    func `a command's own process reads no key and writes no settings of the user`(words: [String]) async {
        let home = scratch.path
        await #expect(processExitsWith: .success) { [home = home as String, words = words as [String]] in
            guard ConfinementTests.confinement(words, home: home)?.apply() == .confined else { exit(10) }
            let attempts: [(path: String, flags: Int32)] = [
                ("\(home)/.ssh/id_rsa", O_RDONLY), ("\(home)/.ssh", O_RDONLY | O_DIRECTORY),
                (home, O_RDONLY | O_DIRECTORY),
                ("\(home)/.bashrc", O_RDONLY), ("\(home)/.bashrc", O_WRONLY | O_APPEND),
                ("\(home)/.bashrc", O_WRONLY | O_TRUNC), ("\(home)/.profile", O_WRONLY | O_CREAT),
                ("/etc/cron.d/photowidget", O_WRONLY | O_CREAT), ("/root/.ssh", O_RDONLY | O_DIRECTORY),
            ]
            for (index, attempt) in attempts.enumerated() {
                guard unsafe open(attempt.path, attempt.flags | O_CLOEXEC, 0o600) < 0 else { exit(20 + Int32(index)) }
            }
            guard unsafe unlink("\(home)/.bashrc") != 0, unsafe rename("\(home)/.bashrc", "\(home)/out/b") != 0 else {
                exit(40)
            }
            // What a command always needs.
            for path in ["/etc/passwd", "/proc/self/status", "/usr", "/run", "/dev/null"] {
                guard unsafe open(path, O_RDONLY | O_CLOEXEC) >= 0 else { exit(50) }
            }
            guard unsafe open("/dev/null", O_WRONLY | O_CLOEXEC) >= 0 else { exit(51) }
            exit(0)
        }
        #expect(text(of: scratch(".bashrc")) == "kept")
    }

    @Test(.enabled(if: isSupported))
    func `its own directories are written, and those that were missing are made`() async {
        let home = scratch.path
        await #expect(processExitsWith: .success) { [home = home as String] in
            guard ConfinementTests.confinement(["refresh"], home: home)?.apply() == .confined else { exit(10) }
            for path in [".cache/photowidget/a", ".local/state/photowidget/a"] {
                guard unsafe open("\(home)/\(path)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) >= 0 else { exit(11) }
                guard unsafe unlink("\(home)/\(path)") == 0 else { exit(12) }
            }
            // Renaming between directories, which the oldest versions of Landlock never let pass.
            let state = "\(home)/.local/state/photowidget"
            guard unsafe mkdir("\(state)/one", 0o700) == 0, unsafe mkdir("\(state)/two", 0o700) == 0,
                unsafe mkdir("\(state)/one/set", 0o700) == 0, unsafe rename("\(state)/one/set", "\(state)/two/set") == 0
            else { exit(13) }
            exit(0)
        }
    }

    @Test(.enabled(if: isSupported))
    func `a program that is started has the rights from before`() async {
        let home = scratch.path
        await #expect(processExitsWith: .success) { [home = home as String] in
            guard ConfinementTests.confinement(["links", "open", "a://b"], home: home)?.apply() == .confined else {
                exit(10)
            }
            let words = ["sh", "-c", "cat '\(home)/.ssh/id_rsa' > '\(home)/copied'"]
            guard ProgramStarter.run(words) == .exited(0) else { exit(11) }
            guard ProgramStarter.run(["sh", "-c", "exit 7"]) == .exited(7) else { exit(12) }
            guard ProgramStarter.run(["sh", "-c", "kill -9 $$"]) == .signalled(9) else { exit(13) }
            guard ProgramStarter.run(["/nowhere/at/all"]) == .failed(ENOENT) else { exit(14) }
            guard ProgramStarter.run(["sh", "-c", "exit $#", "a", "", "b c"]) == .exited(2) else { exit(15) }
            exit(0)
        }
        #expect(text(of: scratch("copied")) == "kept")
    }

    private func text(of path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
