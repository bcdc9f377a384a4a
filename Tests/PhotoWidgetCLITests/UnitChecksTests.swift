import FoundationEssentials
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct UnitChecksTests {
    private static var shipped: String {
        get throws {
            let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            return try String(contentsOfFile: "/\(root)/integrations/systemd/photowidget.service", encoding: .utf8)
        }
    }

    @Test func `the unit that comes with the program lets it protect itself`() throws {
        #expect(UnitChecks.check(try Self.shipped, path: "/u") == MachineCheck(id: "unit", status: .ok, finding: "/u"))
        for line in ["InaccessiblePaths=-%h/.ssh -%h/.gnupg", "MemoryMax=256M", "NoNewPrivileges=yes"] {
            #expect(try Self.shipped.contains("\n\(line)\n"))
        }
        #expect(try !Self.shipped.contains("\nIPAddress") && !Self.shipped.contains("\nUMask"))
    }

    @Test(arguments: [
        ("SystemCallFilter=@system-service", "landlock_restrict_self and seccomp"),
        ("SystemCallFilter=@system-service\nSystemCallFilter=landlock_restrict_self", "lacks seccomp"),
        ("# SystemCallFilter=landlock_restrict_self seccomp\nSystemCallFilter=@system-service", "landlock"),
        ("[Service]\nIPAddressDeny=any", "name server"),
    ])
    func `a unit in which it cannot is told`(text: String, words: String) {
        let check = UnitChecks.check(text, path: "/u")
        #expect(check.status == .warning && check.finding.contains(words) && check.remedy != nil)
    }

    @Test func `a unit that filters nothing is fine, and the user's own comes first`() throws {
        #expect(UnitChecks.check("[Service]\nExecStart=photowidget", path: "/u").status == .ok)
        let scratch = try ScratchDirectory()
        try scratch.write(
            Array("SystemCallFilter=@system-service\n".utf8), to: ".config/systemd/user/photowidget.service")
        let run = ProgramRun(["doctor", "--offline", "--json"], environment: ["HOME": scratch.path])
        #expect(run.out.contains("SystemCallFilter lacks"))
    }
}
