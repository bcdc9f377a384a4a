/// One command: its table of options, and what it does with them.
protocol Command {
    /// Name, words of help, and options: what help, man page and completions are made from.
    static var specification: CommandSpecification { get }
    /// Whether widgets' own code runs: its views on the main actor, its providers perhaps by way of the main queue.
    static var runsWidgets: Bool { get }
    /// Takes the options, or says which value is wrong.
    init(_ arguments: Arguments) throws
    /// Does the work.
    func run(in shell: Shell) throws -> ExitStatus
}

extension Command {
    static var runsWidgets: Bool { false }
}

/// What a command is called and takes.
struct CommandSpecification: Sendable {
    /// The word on the command line.
    let name: String
    /// One line for the list of commands.
    let summary: String
    /// What stands after the options, as in `SRC…`; empty if nothing may.
    var operands = ""
    /// How many operands are taken.
    var operandCount: ClosedRange<Int> = 0...0
    /// Whether the operands name files, in any bytes; else they are text.
    var operandsArePaths = false
    /// What a person needs to know beyond the summary.
    var discussion = ""
    /// The options beside the common ones, in the order of the help text.
    var options: [OptionGroup] = []

    /// Every option that the command takes.
    var allOptions: [Option] { (options + [.common]).flatMap(\.options) }
}

/// The commands, in the order of the help text.
enum CommandList {
    static var all: [any Command.Type] {
        [
            RefreshCommand.self, PrefetchCommand.self, RunCommand.self, CurrentCommand.self, TimelineCommand.self,
            RenderCommand.self, SimulateCommand.self, ReloadCommand.self, DefaultsCommand.self, LinksCommand.self,
            ConfigCommand.self, ThumbnailCommand.self, ServeCommand.self, CacheCommand.self, DoctorCommand.self,
            CompletionsCommand.self, HelpCommand.self,
        ]
    }

    /// The command of a name.
    static func command(named name: String) -> (any Command.Type)? {
        all.first { $0.specification.name == name }
    }
}
