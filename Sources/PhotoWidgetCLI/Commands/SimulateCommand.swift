internal import FoundationEssentials
internal import PhotoWidget

/// A span of a widget's life on a virtual clock: every call, switch and reload.
struct SimulateCommand: Command {
    static let specification = CommandSpecification(
        name: "simulate", summary: "play a span of time: what a widget asks for, is granted, and shows",
        discussion: """
            The clock is virtual: a day takes a moment. Nothing is fetched or published; the photo widget plays its
            timetable, other widgets are asked for their timelines.
            asked      reloads that the timelines asked for
            granted    times that the provider was asked
            refused    what was asked for and did not come, with what held it back
            The budget is WidgetKit's unless --budget says otherwise.
            """,
        options: [
            OptionGroup(
                title: "Simulation options",
                options: [.span, .widget, .instance, .family, .every, .entries, .reloadBudget])
        ])

    static let runsWidgets = true

    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run(in shell: Shell) throws -> ExitStatus {
        let session = try Session(arguments, in: shell)
        let configuration = try session.configuration()
        let clock = VirtualClock(session.now())
        var instance = try session.instance(in: configuration)
        instance.budget = instance.budget ?? .widgetKit
        let entryCount = try arguments.count(.entries, in: 1...500) ?? instance.settings.integer("entries") ?? 1
        let engine = try session.simulatedEngine(for: instance, in: configuration, clock, entryCount: entryCount)
        let simulation = Simulation(
            clock: clock, span: try arguments.seconds(.span) ?? 86_400, rules: engine.rules)
        let text = SimulationText(engine.simulate(simulation), of: instance, rules: engine.rules)
        if arguments.has(.json) {
            try shell.out.print(text.json.pretty)
        } else {
            for line in text.lines { try shell.out.print(line) }
        }
        return .done
    }
}
