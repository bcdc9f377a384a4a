internal import FoundationEssentials
internal import PhotoWidget

/// The cache: what is in it, whether it is whole, and making room.
struct CacheCommand: Command {
    /// What is done to the cache.
    enum Action: String, CaseIterable {
        case stats, list, verify, prune, clear
    }

    static let specification = CommandSpecification(
        name: "cache", summary: "look at the cache, check it, or make room",
        operands: Action.allCases.map(\.rawValue).joined(separator: "|"), operandCount: 1...1,
        discussion: """
            stats   what is held, and how often it was of use
            list    every original, the last used first
            verify  check every byte; --repair removes what is damaged
            prune   keep the limits, and tidy up
            clear   remove everything that can be made or fetched again
            """,
        options: [OptionGroup(title: "Cache options", options: [.repair])])

    let arguments: Arguments
    private let action: Action

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        guard let word = arguments.operands.first, let action = Action(rawValue: word) else {
            throw UsageError.operands(
                command: arguments.command, expected: Self.specification.operands, found: arguments.operands)
        }
        self.action = action
    }

    func run(in shell: Shell) throws -> ExitStatus {
        let session = try Session(arguments, in: shell)
        let cache = try session.openCache()
        let report: CacheReportText
        var status = ExitStatus.done
        switch action {
        case .stats: report = CacheReportText(try cache.statistics(), of: cache.directory, limits: cache.limits)
        case .list: report = CacheReportText(try cache.entries())
        case .verify:
            session.progress.show("checking every byte …")
            let verification = try cache.verify(repair: arguments.has(.repair))
            session.progress.clear()
            report = CacheReportText(verification)
            if !verification.isClean, !verification.isRepaired { status = .badData }
        case .prune: report = CacheReportText(try cache.prune())
        case .clear:
            let statistics = try cache.statistics()
            try cache.clear()
            report = CacheReportText(cleared: statistics)
        }
        if arguments.has(.json) {
            try shell.out.print(report.json.pretty)
        } else if !arguments.has(.quiet) {
            for line in report.lines { try shell.out.print(line) }
        }
        return status
    }
}
