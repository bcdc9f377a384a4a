internal import FoundationEssentials
internal import PhotoWidget

/// Checks the machine and says what to do.
struct DoctorCommand: Command {
    static let specification = CommandSpecification(
        name: "doctor", summary: "check the machine: libraries, fonts, directories, space, clock, proxy, network",
        discussion: """
            Each check is ok, a warning (the program works, but not as well as it could) or a failure, with what to do.
            The status is 0 unless a check fails. With --offline the network is not asked.
            With --widget it says of one widget why it shows what it shows: how old that is, the last error, what is
            left of the budget, and what it waits for.
            """,
        options: [
            OptionGroup(title: "Widget options", options: [.widget, .instance, .every, .reloadBudget]), .feed,
            OptionGroup(title: "Server options", options: [.tokenFile]),
            OptionGroup(
                title: "Network options",
                options: [.timeout, .allowPrivate, .allowAddresses, .proxy, .noProxy, .caFile]),
        ])

    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run(in shell: Shell) throws -> ExitStatus {
        guard arguments.has(.widget) else { return try checkMachine(in: shell) }
        let session = try Session(arguments, in: shell)
        let configuration = try session.configuration()
        let instance = try session.instance(in: configuration)
        let checks = WidgetChecks(try session.engine(for: instance, in: configuration).status())
        try print(checks.all, with: checks.json, in: shell)
        return .done
    }

    private func checkMachine(in shell: Shell) throws -> ExitStatus {
        var checks = MachineChecks.libraries() + FontChecks.all() + UnitChecks.all(environment: shell.environment)
        checks.append(DecodingCheck.check(arguments))
        if let check = ServeChecks.token(arguments, environment: shell.environment) { checks.append(check) }
        let session = try Session(arguments, in: shell)
        checks += MachineChecks.directories(session.directories) + DatabaseChecks.all(session.directories)
        checks += OwnershipChecks.all(session)
        checks.append(MachineChecks.clock(session.now()))
        checks.append(MachineChecks.fileAccess(isTurnedOff: arguments.has(.noSandbox)))
        checks += NetworkChecks.all(try arguments.networkSettings(environment: shell.environment))
        if !arguments.has(.offline) { checks.append(try network(session)) }
        try print(checks, in: shell)
        return checks.contains { $0.status == .failed } ? .badConfiguration : .done
    }

    private func network(_ session: Session) throws -> MachineCheck {
        session.progress.show("asking the feed …")
        defer { session.progress.clear() }
        let request = try session.photoRequest()
        guard case .network = request.location else {
            return MachineCheck(id: "network", status: .ok, finding: "not needed for a saved feed")
        }
        do {
            let feed = try session.loader(now: session.now).feed(request).feed
            return MachineCheck(id: "network", status: .ok, finding: "the feed answers: \(feed.photos.count) photos")
        } catch {
            return MachineCheck(
                id: "network", status: .warning, finding: "\(error)",
                remedy: "pictures come from the cache until the feed answers; check the connection, or --feed")
        }
    }

    private func print(
        _ checks: [MachineCheck], with members: [(key: String, value: JSONText)] = [], in shell: Shell
    ) throws {
        if arguments.has(.json) {
            let list = checks.map { check in
                JSONText.object([
                    ("id", .string(check.id)), ("status", .string(check.status.rawValue)),
                    ("finding", .string(SecretText.hidden(in: check.finding))),
                    ("remedy", JSONText(check.remedy.map(SecretText.hidden(in:)))),
                ])
            }
            try shell.out.print(JSONText.object(members + [("checks", .array(list))]).pretty)
            return
        }
        var table = Table(["check", "status", "finding"])
        for check in checks {
            table.append([check.id, check.status.rawValue, SecretText.hidden(in: check.finding)])
            if let remedy = check.remedy { table.append(["", "", "→ \(remedy)"]) }
        }
        for line in table.lines { try shell.out.print(line) }
    }
}
