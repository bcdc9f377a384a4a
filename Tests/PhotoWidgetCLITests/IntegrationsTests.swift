import FoundationEssentials
import Glibc
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct IntegrationsTests {
    private static let folder = Path.parent(of: Path.parent(of: Path.parent(of: #filePath))) + "/integrations"

    @Test(arguments: ["waybar", "polybar", "conky", "eww", "i3blocks", "cron"])
    func `every command in a read-me is one of this program`(name: String) throws {
        let text = try String(contentsOfFile: "\(Self.folder)/\(name)/README.md", encoding: .utf8)
        let commands = text.matches(
            of: /photowidget ((?:current|refresh|prefetch)(?: (?:--[a-z-]+|'[^'`]*'|[a-zA-Z0-9,:-]+))*)/)
        #expect(!commands.isEmpty)
        for command in commands {
            let words = command.1.split(separator: " ").map { $0.trimmingPrefix("'") }.map {
                $0.hasSuffix("'") ? $0.dropLast() : $0
            }
            let specification = try #require(CommandList.command(named: String(words[0]))).specification
            let options = words.dropFirst().filter { $0.hasPrefix("--") }
            let arguments = try Arguments(words.dropFirst().map(String.init), for: specification)
            #expect(arguments.operands.isEmpty && options.allSatisfy { !$0.isEmpty })
            _ = try EntryForm(arguments)
            _ = try BarSignal.all(of: arguments)
        }
    }

    @Test func `systemd accepts the units, and finds them as closed as the read-me says, where it is`() throws {
        let scratch = try ScratchDirectory()
        let command = """
            command -v systemd-analyze > /dev/null || exit 0
            cd '\(scratch.path)' && cp '\(Self.folder)'/systemd/photowidget.* . || exit
            sed -i 's|^ExecStart=photowidget |ExecStart=/bin/true |' photowidget.service
            export XDG_RUNTIME_DIR='\(scratch.path)'
            systemd-analyze --user --man=no verify ./photowidget.service ./photowidget.timer > output 2>&1 || exit
            # 2.0 of 10 is what the read-me says.
            systemd-analyze --user --no-pager security --offline=true --threshold=20 ./photowidget.service > security 2>&1 ||
                { cat security > output; exit 1; }
            """
        let status = unsafe system(command)
        #expect(status == 0)
        let output = try MappedFile.contents(ofFile: scratch("output")) ?? []
        #expect(output.isEmpty, "\(String(decoding: output, as: UTF8.self))")
    }
}
