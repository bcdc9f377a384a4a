import FoundationEssentials
import PhotoWidget
import Testing

@testable import PhotoWidgetCLI

/// Help, man page and completions say what the table says: every command and option of it, and nothing else.
@Suite struct CommandWordsTests {
    /// The options of each command, with their dashes, short ones too.
    private typealias Words = [String: Set<String>]

    private static func words(_ option: PhotoWidgetCLI.Option) -> [String] {
        [option.spelled] + (option.short.map { ["-\($0)"] } ?? [])
    }

    /// What the table says.
    private static var table: Words {
        Words(
            uniqueKeysWithValues: CommandList.all.map { command in
                (command.specification.name, Set(command.specification.allOptions.flatMap(words)))
            })
    }

    private func lines(_ words: String...) -> [Substring] {
        ProgramRun(words).out.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private func expectTable(_ found: Words) {
        #expect(Set(found.keys) == Set(Self.table.keys))
        for (command, words) in Self.table {
            let found = found[command] ?? []
            #expect(found == words, "\(command): \(found.symmetricDifference(words).sorted())")
        }
    }

    @Test func `help has the table's commands and options, and no others`() {
        let commands = lines("help").drop { $0 != "Commands:" }.dropFirst().prefix { $0.hasPrefix("  ") }
        var found: Words = [:]
        for command in commands.compactMap({ $0.split(separator: " ").first.map(String.init) }) {
            let options = lines("help", command).compactMap { $0.firstMatch(of: /^  (?:-(.), |    )--([a-z-]+)/) }
            found[command] = Set(options.flatMap { ["--\($0.2)"] + ($0.1.map { ["-\($0)"] } ?? []) })
        }
        expectTable(found)
    }

    @Test func `the man page has the table's commands and options, and no others`() throws {
        var found: Words = [:]
        var section = ""
        var command: String?
        var common: Set<String> = []
        for line in lines("help", "--man").map({ $0.replacing("\\-", with: "-") }) {
            if let match = line.firstMatch(of: /^\.SH (.*)$/) {
                section = String(match.1)
                command = nil
            } else if let match = line.firstMatch(of: /^\.SS ([a-z]+)/), section == "COMMANDS" {
                command = String(match.1)
                found[String(match.1)] = []
            } else if let match = line.firstMatch(of: /^(?:\\fB-(.)\\fR, )?\\fB--([a-z-]+)\\fR/) {
                let words = ["--\(match.2)"] + (match.1.map { ["-\($0)"] } ?? [])
                if let command {
                    found[command]?.formUnion(words)
                } else {
                    #expect(section == "COMMON OPTIONS")
                    common.formUnion(words)
                }
            }
        }
        #expect(common == Set(OptionGroup.common.options.flatMap(Self.words)))
        expectTable(found.mapValues { $0.union(common) })
    }

    @Test func `the man page of the repository is the one that the program writes`() throws {
        let root = Path.parent(of: Path.parent(of: Path.parent(of: #filePath)))
        let page = try String(contentsOfFile: "\(root)/docs/photowidget.1", encoding: .utf8)
        #expect(page == ProgramRun(["help", "--man"]).out, "make man writes it anew")
    }

    @Test func `bash completes the table's commands and options, and no others`() throws {
        let text = ProgramRun(["completions", "bash"]).out
        var found: Words = [:]
        for match in text.matches(of: /(?m)^        ([a-z]+)\)\n            options='(.*)'$/) {
            found[String(match.1)] = Set(match.2.split(separator: " ").map(String.init))
        }
        expectTable(found)
        let first = try #require(text.firstMatch(of: /COMP_CWORD == 1\)\); then\n.*compgen -W '(.*)' --/))
        #expect(
            Set(first.1.split(separator: " ").map(String.init)) == Set(Self.table.keys).union(["--help", "--version"]))
        // The options whose values are completed, or left alone: those that have one.
        var valued: Set<String> = []
        for match in text.matches(of: #/(?m)^        ([a-z]+:-[^)]*)\) /#) {
            valued.formUnion(match.1.split(separator: " | ").map(String.init))
        }
        let expected = CommandList.all.map { $0.specification }.flatMap { command in
            command.allOptions.filter { $0.value != nil }.flatMap(Self.words).map { "\(command.name):\($0)" }
        }
        #expect(valued == Set(expected), "\(valued.symmetricDifference(expected).sorted())")
    }

    @Test func `zsh completes the table's commands and options, and no others`() throws {
        let text = ProgramRun(["completions", "zsh"]).out
        let listed = text.matches(of: /(?m)^        '([a-z-]+):/).map { String($0.1) }
        #expect(Set(listed) == Set(Self.table.keys).union(["--help", "--version"]))
        var found: Words = [:]
        var command = ""
        for line in text.split(separator: "\n") {
            if let match = line.firstMatch(of: /^        ([a-z]+)\)$/) {
                command = String(match.1)
                found[command] = []
            } else if let match = line.firstMatch(of: /^                '\*(--[a-z-]+|-.)[=+]?\[/) {
                found[command]?.insert(String(match.1))
            }
        }
        expectTable(found)
    }

    @Test func `fish completes the table's commands and options, and no others`() {
        var found: Words = [:]
        var listed: Set<String> = []
        for line in lines("completions", "fish") {
            if let match = line.firstMatch(of: #/^complete -c photowidget -n __fish_use_subcommand -a ([a-z]+) /#) {
                listed.insert(String(match.1))
            } else if let match = line.firstMatch(
                of: #/^complete -c photowidget -n '__photowidget_command ([a-z]+)'(?: -s (.))? -l ([a-z-]+) /#)
            {
                found[String(match.1), default: []].formUnion(["--\(match.3)"] + (match.2.map { ["-\($0)"] } ?? []))
            }
        }
        #expect(listed == Set(Self.table.keys))
        expectTable(found)
    }
}
