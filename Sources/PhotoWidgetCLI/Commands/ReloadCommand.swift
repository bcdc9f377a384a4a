internal import FoundationEssentials
internal import PhotoWidget

/// Asks for new timelines now.
struct ReloadCommand: Command {
    static let specification = CommandSpecification(
        name: "reload", summary: "ask widgets for new timelines now", operands: "KIND…", operandCount: 0...64,
        discussion: """
            Each widget answers: granted; coalesced, with a reload that comes anyway; deferred, until when and why; or
            refused. What runs a widget (photowidget run) is told and does the reload; else it is done here. When this
            ends and an entry is shown, that entry was made of what had been written before.
            """,
        options: [
            OptionGroup(title: "Reload options", options: [.allKinds, .instance, .reloadBudget]), .feed, .picture,
            .limits, .network,
        ])

    static let runsWidgets = true

    let arguments: Arguments

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        guard arguments.operands.isEmpty == arguments.has(.allKinds) else {
            throw arguments.operands.isEmpty
                ? UsageError.operands(command: "reload", expected: "KIND… or --all", found: [])
                : UsageError.conflict("KIND", "--all")
        }
    }

    func run(in shell: Shell) throws -> ExitStatus {
        let session = try Session(arguments, in: shell)
        let kinds = arguments.has(.allKinds) ? nil : arguments.operands
        let reports = try session.reload(kinds: kinds, by: .person)
        if arguments.has(.json) {
            let list = reports.map { ReloadText.json(for: $0) }
            try shell.out.print(JSONText.object([("reloads", .array(list))]).pretty)
        } else if !arguments.has(.quiet) {
            for report in reports { try shell.out.print(ReloadText.line(for: report)) }
        }
        return reports.lazy.compactMap(\.error).first.map { Failure($0).status } ?? .done
    }
}
