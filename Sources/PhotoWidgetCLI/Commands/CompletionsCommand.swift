/// What a shell needs to complete command lines of this program.
struct CompletionsCommand: Command {
    static let specification = CommandSpecification(
        name: "completions", summary: "print the completions of a shell",
        operands: CompletionShell.allCases.map(\.rawValue).joined(separator: "|"), operandCount: 1...1,
        discussion: """
            bash   photowidget completions bash > ~/.local/share/bash-completion/completions/photowidget
            zsh    photowidget completions zsh > _photowidget, in a folder of $fpath
            fish   photowidget completions fish > ~/.config/fish/completions/photowidget.fish
            """)

    private let target: CompletionShell

    init(_ arguments: Arguments) throws {
        guard let word = arguments.operands.first, let target = CompletionShell(rawValue: word) else {
            throw UsageError.operands(
                command: arguments.command, expected: Self.specification.operands, found: arguments.operands)
        }
        self.target = target
    }

    func run(in shell: Shell) throws -> ExitStatus {
        try shell.out.print(target.script)
        return .done
    }
}
