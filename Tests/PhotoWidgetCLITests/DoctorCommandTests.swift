import FoundationEssentials
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct DoctorCommandTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func doctor(_ words: String...) -> ProgramRun {
        ProgramRun(
            ["doctor", "--offline", "--cache-dir", scratch("cache"), "--state-dir", scratch("state"), "--json"] + words)
    }

    private struct Check: Equatable {
        var id: String?, status: String?, finding: String?, remedy: String?
    }

    private func checks(_ run: ProgramRun) throws -> [Check] {
        let list = try #require(try JSONTestReader.object(run.out)["checks"] as? [[String: Any]])
        return list.map { check in
            Check(
                id: check["id"] as? String, status: check["status"] as? String, finding: check["finding"] as? String,
                remedy: check["remedy"] as? String)
        }
    }

    private func check(_ id: String, _ run: ProgramRun) throws -> Check {
        try #require(try checks(run).first { $0.id == id }, "\(id) is not checked")
    }

    @Test func `every check has an id of its own, a status and, unless it is well, a remedy`() throws {
        try scratch.write(Array("no database".utf8), to: "cache/index.sqlite")
        let checks = try checks(doctor("--now", "2020-01-01T00:00:00Z"))
        #expect(Set(checks.compactMap(\.id)).count == checks.count)
        for check in checks {
            #expect(["ok", "warning", "failed"].contains(check.status) && check.finding?.isEmpty == false)
            #expect((check.status == "ok") == (check.remedy == nil), "\(check)")
        }
    }

    @Test func `each library is checked, with what it is for`() throws {
        let names = try checks(doctor()).compactMap(\.id)
        for name in ["libcurl", "SQLite", "Pango", "Cairo", "libmicrohttpd", "Chafa"] { #expect(names.contains(name)) }
        let missing = MachineChecks.check(
            Libraries.Library(name: "Pango", package: "libpangocairo-1.0-0", version: nil, purpose: "render"))
        #expect(
            missing
                == MachineCheck(
                    id: "Pango", status: .warning, finding: "not found; it is for render",
                    remedy: "apt-get install libpangocairo-1.0-0"))
        let needed = MachineChecks.check(
            Libraries.Library(
                name: "libcurl", package: "libcurl4", version: nil, purpose: "x", isNeeded: true, fault: "is too old"))
        #expect(needed.status == .failed && needed.finding == "is too old; it is for x")
    }

    @Test func `a sound machine is well, and nothing is made by looking`() throws {
        let run = doctor()
        #expect(run.status == .done && run.err == "")
        #expect(try check("clock", run).status == "ok" && check("cache-directory", run).status == "ok")
        #expect(try scratch.files().isEmpty)
    }

    @Test func `a damaged index is told and left as it is`() throws {
        let bytes = Array("this is no database, but long enough to be taken for one ".utf8)
        try scratch.write(bytes, to: "cache/index.sqlite")
        try scratch.write(bytes, to: "state/defaults.sqlite")
        let run = doctor()
        #expect(run.status == .badConfiguration)
        let index = try check("cache-index", run)
        #expect(index.status == "failed" && index.remedy?.contains("cache verify --repair") == true)
        #expect(try check("shared-store", run).status == "failed")
        #expect(try MappedFile.contents(ofFile: scratch("cache/index.sqlite")) == bytes)
        #expect(try scratch.files() == ["cache/index.sqlite", "state/defaults.sqlite"])
    }

    @Test func `sound databases are sound`() throws {
        let directories = ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")]
        #expect(ProgramRun(["cache", "stats"] + directories).status == .done)
        #expect(ProgramRun(["defaults", "write", "--group", "group.a.b", "key", "1"] + directories).status == .done)
        let run = doctor()
        #expect(try check("cache-index", run).status == "ok" && check("shared-store", run).status == "ok")
    }

    @Test(arguments: [
        ("2020-01-01T00:00:00Z", "failed"), ("2026-12-24T18:00:00Z", "ok"), ("2099-01-01T00:00:00Z", "warning"),
    ])
    func `a clock far off is told`(now: String, status: String) throws {
        let clock = try check("clock", doctor("--now", now))
        #expect(clock.status == status && (clock.remedy == nil) == (status == "ok"))
    }

    @Test func `a file in a directory's place is told`() throws {
        try scratch.write([], to: "state")
        let run = doctor()
        #expect(run.status == .badConfiguration)
        #expect(try check("state-directory", run).remedy?.contains("--state-dir") == true)
    }

    @Test func `without a home doctor says so, and checks the rest`() throws {
        let run = ProgramRun(["doctor", "--offline", "--json"], environment: [:])
        #expect(run.status == .badConfiguration)
        #expect(
            try check("cache-directory", run).status == "failed" && check("state-directory", run).status == "failed")
        #expect(try check("SQLite", run).status == "ok")
    }

    /// What is opened late is in two tables: this program's, for doctor, and the package's, for dpkg.
    @Test func `doctor names the packages that the Debian package depends on or recommends`() throws {
        let root = Path.parent(of: Path.parent(of: Path.parent(of: #filePath)))
        let table = try String(contentsOfFile: "\(root)/packaging/debian/libraries", encoding: .utf8)
        var packaged: [String: String] = [:]
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ").map(String.init)
            packaged[words[1]] = words[2]
        }
        // Comes with libcurl's check; and is linked; and comes with Pango.
        #expect(packaged.removeValue(forKey: "zlib1g") == "Depends")
        let known = Libraries.all.filter { !["libdeflate0", "libcairo2"].contains($0.package) }
        #expect(Set(known.map(\.package)) == Set(packaged.keys))
        for library in known {
            #expect(packaged[library.package] == (library.isNeeded ? "Depends" : "Recommends"), "\(library.name)")
        }
    }
}
