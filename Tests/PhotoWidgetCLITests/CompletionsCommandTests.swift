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

    /// Whether a shell is installed.
    private static func isHere(_ shell: CompletionShell) -> Bool {
        unsafe system("command -v \(shell.rawValue) > /dev/null") == 0
    }

    private static let hasBash = isHere(.bash)
    private static let hasZsh = isHere(.zsh)
    private static let hasFish = isHere(.fish)

    /// Whether a shell can read its script.
    private func expectAccepted(by shell: CompletionShell) throws {
        try scratch.write(Array(script(of: shell).utf8), to: "script")
        #expect(try output(ofShell: "\(shell.rawValue) -n script") == "")
    }

    // MARK: bash

    @Test(.enabled(if: hasBash, "bash is not installed")) func `bash accepts its script`() throws {
        try expectAccepted(by: .bash)
    }

    @Test(
        .enabled(if: hasBash, "bash is not installed"),
        arguments: [
            (["ref"], "refresh"), (["cache", "ver"], "verify"), (["refresh", "--tagm"], "--tagmode"),
            (["refresh", "--tagmode", "al"], "all"), (["refresh", "--fit", "=", "co"], "contain cover"),
            (["current", "--format", "waybar"], "waybar waybar-custom"), (["links", "l"], "listen list"),
            (["help", "comp"], "completions"), (["completions", "f"], "fish"), (["current", "x"], ""),
        ])
    func `bash completes a word`(words: [String], expected: String) throws {
        try scratch.write(Array(script(of: .bash).utf8), to: "script")
        let line = (["photowidget"] + words).map(ShellSink.quoted).joined(separator: " ")
        // As bash does: the function is the one that `complete` registered.
        let text = """
            source ./script
            COMP_WORDS=(\(line)); COMP_CWORD=\(words.count)
            function=$(complete -p photowidget | sed -E 's/.* -F ([^ ]+) .*/\\1/')
            "$function" photowidget; echo "${COMPREPLY[*]}"
            """
        try scratch.write(Array(text.utf8), to: "try")
        #expect(try output(ofShell: "bash ./try") == expected + "\n")
    }

    // MARK: zsh

    @Test(.enabled(if: hasZsh, "zsh is not installed")) func `zsh accepts its script`() throws {
        try expectAccepted(by: .zsh)
    }

    @Test(
        .enabled(if: hasZsh, "zsh is not installed"),
        arguments: [
            ("photowidget ref", "photowidget refresh "), ("photowidget cache ver", "photowidget cache verify "),
            ("photowidget refresh --tagm", "photowidget refresh --tagmode="),
            ("photowidget refresh --tagmode al", "photowidget refresh --tagmode all "),
            ("photowidget help comp", "photowidget help completions "),
        ])
    func `zsh completes a word`(line: String, expected: String) throws {
        try scratch.write(Array(script(of: .zsh).utf8), to: "_photowidget")
        // A shell at a terminal: Tab completes, and Control-X shows the line as it stands then.
        let text = #"""
            zmodload zsh/zpty
            zpty inner zsh -f -i
            zpty -w inner "PS1=; fpath=($PWD \$fpath); autoload -U compinit; compinit -u -D"
            zpty -w inner "tell() { print -r -- \"<\$BUFFER>\"; exit }; zle -N tell; bindkey '^X' tell; bindkey '^I' expand-or-complete"
            zpty -w inner "print re''ady"
            zpty -r inner text $'*ready*'
            zpty -n -w inner "$1"$'\t\x18'
            zpty -r inner text $'*<*>*'
            print -r -- "${${text##*<}%%>*}"
            """#
        try scratch.write(Array(text.utf8), to: "try")
        let found = try output(ofShell: "timeout 20 zsh -f ./try \(ShellSink.quoted(line))")
        #expect(found == expected + "\n")
    }

    // MARK: fish

    @Test(.enabled(if: hasFish, "fish is not installed")) func `fish accepts its script`() throws {
        try expectAccepted(by: .fish)
    }

    @Test(
        .enabled(if: hasFish, "fish is not installed"),
        arguments: [
            ("photowidget ref", "refresh"), ("photowidget cache ver", "verify"),
            ("photowidget refresh --tagm", "--tagmode"), ("photowidget refresh --tagmode al", "all"),
            ("photowidget links li", "list listen"), ("photowidget help comp", "completions"),
        ])
    func `fish completes a word`(line: String, expected: String) throws {
        try scratch.write(Array(script(of: .fish).utf8), to: "script")
        let command = "source ./script; complete -C \(ShellSink.quoted(line)) | string split -f 1 \\t; true"
        let words = try output(ofShell: "HOME=$PWD timeout 20 fish --no-config -c \(ShellSink.quoted(command))")
        #expect(words.split(separator: "\n").sorted().joined(separator: " ") == expected)
    }

    @Test func `another shell is an error`() {
        #expect(ProgramRun(["completions", "csh"]).status == .usage)
        #expect(ProgramRun(["completions"]).status == .usage)
    }
}
