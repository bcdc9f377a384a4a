import FoundationEssentials
import Glibc
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct CompletionsCommandTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func script(of shell: CompletionShell) -> String { ProgramRun(["completions", shell.rawValue]).out }

    private func output(ofShell command: String) throws -> String {
        let status = unsafe system("cd '\(scratch.path)' && { \(command); } > output 2>&1")
        let bytes = try MappedFile.contents(ofFile: scratch("output")) ?? []
        try #require(status == 0, "\(String(decoding: bytes, as: UTF8.self))")
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: CompletionShell.allCases)
    func `every command of the help, and every option of each, is completed`(shell: CompletionShell) throws {
        let script = script(of: shell)
        for line in ProgramRun(["help"]).out.split(separator: "\n") where line.hasPrefix("  ") {
            let name = String(try #require(line.split(separator: " ").first))
            let words = Set(script.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init))
            #expect(words.contains(name))
            let options = ProgramRun(["help", name]).out.matches(of: /(?m)^  (?:-[a-z], |    )--([a-z-]+)/)
            #expect(!options.isEmpty)
            for option in options.map({ String($0.1) }) {
                let isThere =
                    switch shell {
                    case .bash, .zsh: words.contains("--\(option)")
                    case .fish:
                        script.contains("'__photowidget_command \(name)' -l \(option) ")
                            || script.contains(" -l \(option) ")
                    }
                #expect(isThere, "\(name) --\(option)")
            }
        }
    }

    @Test(arguments: CompletionShell.allCases)
    func `a shell that is here accepts its script`(shell: CompletionShell) throws {
        try scratch.write(Array(script(of: shell).utf8), to: "script")
        let name = shell.rawValue
        #expect(try output(ofShell: "if command -v \(name) > /dev/null; then \(name) -n script; fi") == "")
    }

    @Test(arguments: [
        (["ref"], "refresh"), (["cache", "ver"], "verify"), (["refresh", "--tagm"], "--tagmode"),
        (["refresh", "--tagmode", "al"], "all"), (["refresh", "--fit", "=", "co"], "contain cover"),
        (["current", "--format", "waybar"], "waybar waybar-custom"), (["links", "l"], "listen list"),
        (["help", "comp"], "completions"), (["completions", "f"], "fish"), (["current", "x"], ""),
    ])
    func `bash completes a word`(words: [String], expected: String) throws {
        try scratch.write(Array(script(of: .bash).utf8), to: "script")
        let line = (["photowidget"] + words).map(ShellSink.quoted).joined(separator: " ")
        try scratch.write(
            Array(
                "source ./script; COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _photowidget; echo \"${COMPREPLY[*]}\""
                    .utf8), to: "try")
        #expect(try output(ofShell: "if command -v bash > /dev/null; then bash ./try; fi") == expected + "\n")
    }

    @Test func `another shell is an error`() {
        #expect(ProgramRun(["completions", "csh"]).status == .usage)
        #expect(ProgramRun(["completions"]).status == .usage)
    }
}
