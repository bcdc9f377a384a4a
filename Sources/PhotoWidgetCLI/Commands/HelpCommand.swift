internal import PhotoWidget

/// Help on the program or on a command.
struct HelpCommand: Command {
    static let specification = CommandSpecification(
        name: "help", summary: "show help on a command", operands: "[COMMAND]", operandCount: 0...1,
        options: [OptionGroup(title: "Help options", options: [.man])])

    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run(in shell: Shell) throws -> ExitStatus {
        if arguments.has(.man) {
            try shell.out.print(ManPage.text)
            return .done
        }
        guard let name = arguments.operands.first else {
            try shell.out.print(HelpText.program)
            return .done
        }
        guard let command = CommandList.command(named: name) else {
            let names = CommandList.all.map { $0.specification.name }
            throw UsageError.unknownCommand(name, nearest: Nearest.word(to: name, among: names))
        }
        try shell.out.print(HelpText.text(of: command.specification))
        return .done
    }
}
