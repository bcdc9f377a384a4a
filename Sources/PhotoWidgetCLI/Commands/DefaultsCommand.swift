internal import FoundationEssentials
internal import PhotoWidget

/// The shared store of app groups: values that apps and widgets in any number of processes read and write.
struct DefaultsCommand: Command {
    /// What is done to the store.
    enum Action: String, CaseIterable {
        case read, write, delete, list, watch, groups

        /// What stands behind the word.
        var operands: [String] {
            switch self {
            case .read, .delete: ["KEY"]
            case .write: ["KEY", "VALUE"]
            case .list, .watch, .groups: []
            }
        }
    }

    static let specification = CommandSpecification(
        name: "defaults", summary: "read and write the values that apps and widgets share",
        operands: "read|write|delete|list|watch|groups [KEY [VALUE]]", operandCount: 1...3,
        discussion: """
            read KEY          print a value; with --type it must be of that type: 66 if missing, 65 if it is another, or broken JSON
            write KEY VALUE   write a value; VALUE may be - for standard input, and with --type data @FILE
            delete KEY        remove a key
            list              every key with its type and value
            watch             a line of JSON for each change, until SIGTERM, SIGINT, or the reader goes
            groups            the groups, and where their values are

            A group is made by its first write. --reload asks for new timelines in the same write: whoever makes them sees the value.
            """,
        options: [.defaults])

    static let runsWidgets = true

    let arguments: Arguments
    private let action: Action

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        guard let word = arguments.operands.first, let action = Action(rawValue: word) else {
            throw UsageError.operands(
                command: arguments.command, expected: Self.specification.operands, found: arguments.operands)
        }
        guard arguments.operands.count == action.operands.count + 1 else {
            throw UsageError.operands(
                command: "\(arguments.command) \(word)", expected: action.operands.joined(separator: " "),
                found: Array(arguments.operands.dropFirst()))
        }
        self.action = action
    }

    func run(in shell: Shell) throws -> ExitStatus {
        let session = try Session(arguments, in: shell)
        if let group = arguments.string(.shareWith) {
            guard action == .write || action == .groups else {
                throw UsageError.conflict(Option.shareWith.spelled, action.rawValue)
            }
            try DefaultsGroups(stateDirectory: try session.directories.state).share(withUnixGroup: group)
        }
        switch action {
        case .read: try read(session)
        case .write: try write(session)
        case .delete: try delete(session)
        case .list: try list(session)
        case .watch: try watch(session)
        case .groups: try groups(session)
        }
        return .done
    }

    private var key: String { arguments.operands.count > 1 ? arguments.operands[1] : "" }

    private func group() throws -> GroupName {
        guard let name = arguments.string(.appGroup) else {
            throw UsageError.missingValue(option: Option.appGroup.spelled, expected: "a group")
        }
        return try GroupName(name)
    }

    private func defaults(_ session: Session) throws -> SharedDefaults {
        SharedDefaults(group: try group(), stateDirectory: try session.directories.state, now: session.now)
    }

    private func type() -> DefaultsType? { arguments.string(.type).flatMap(DefaultsType.init) }

    // MARK: - Values

    private func read(_ session: Session) throws {
        let defaults = try defaults(session)
        guard var entry = try defaults.entry(forKey: key) else { throw try missing(defaults, session) }
        if let type = type() { entry.value = try entry.value(as: type) }
        guard !arguments.has(.json) else {
            return try session.shell.out.print(DefaultsText.json(entry, of: defaults.group))
        }
        let text = DefaultsText.plain(entry.value)
        if session.shell.out.isTerminal {
            try session.shell.out.print(VisibleText.line(text))
        } else {
            try session.shell.out.printExactly(text)
        }
    }

    private func write(_ session: Session) throws {
        let defaults = try defaults(session)
        let target = try reloadTarget()
        let value = try DefaultsInput(type: type() ?? .string).value(of: arguments.operands[2])
        let sequence = try defaults.write(value, forKey: key, reload: target)
        try report(sequence, of: defaults.group, type: value.type, target, session)
    }

    private func delete(_ session: Session) throws {
        let defaults = try defaults(session)
        let target = try reloadTarget()
        guard let sequence = try defaults.removeValue(forKey: key, reload: target) else {
            throw try missing(defaults, session)
        }
        try report(sequence, of: defaults.group, type: nil, target, session)
    }

    /// Says that the key is missing, or that the group is: a misspelt one would look like an empty one.
    private func missing(_ defaults: SharedDefaults, _ session: Session) throws -> MissingKeyError {
        let groups = try DefaultsGroups(stateDirectory: try session.directories.state).all().map(\.group)
        return MissingKeyError(
            key: key, group: defaults.group, knownGroups: groups.contains(defaults.group) ? nil : groups)
    }

    private func reloadTarget() throws -> ReloadTarget? {
        let kinds = arguments.strings(.reload)
        guard arguments.has(.reloadAll) else { return kinds.isEmpty ? nil : .kinds(kinds) }
        guard kinds.isEmpty else { throw UsageError.conflict(Option.reload.spelled, Option.reloadAll.spelled) }
        return .all
    }

    /// Says what was done: nothing to a person, unless a reload was asked for.
    private func report(
        _ sequence: Int, of group: GroupName, type: DefaultsType?, _ target: ReloadTarget?, _ session: Session
    ) throws {
        let answer = try target.map { try askForReload($0, session) }
        if arguments.has(.json) {
            let object = JSONText.object([
                ("group", .string(group.text)), ("key", .string(key)), ("type", JSONText(type?.rawValue)),
                ("sequence", .integer(sequence)), ("reload", JSONText(answer)),
            ])
            try session.shell.out.print(object.compact)
        } else if let answer, !arguments.has(.quiet) {
            try session.shell.out.print(answer)
        }
    }

    /// What became of the reload; one that fails here is no failed write.
    private func askForReload(_ target: ReloadTarget, _ session: Session) throws -> String {
        do {
            return try ReloadHook.answer(to: target, in: session)
        } catch {
            // The request is in the store, and whoever runs the widgets takes it from there.
            try session.shell.err.print("photowidget: reload: \(VisibleText.line(Failure(error).message))")
            return "reload requested"
        }
    }

    // MARK: - Lists

    private func list(_ session: Session) throws {
        let defaults = try defaults(session)
        let entries = try defaults.entries()
        if arguments.has(.json) {
            let lines = entries.map { DefaultsText.json($0, of: defaults.group) }
            try session.shell.out.print("[" + lines.joined(separator: ",\n ") + "]")
            return
        }
        var table = Table(["KEY", "TYPE", "WRITTEN", "VALUE"])
        for entry in entries {
            table.append([
                entry.key, entry.value.type.rawValue, DefaultsText.date(entry.date),
                VisibleText.line(String(DefaultsText.plain(entry.value).prefix(200)), limit: 60),
            ])
        }
        for line in table.lines { try session.shell.out.print(line) }
    }

    private func groups(_ session: Session) throws {
        let groups = DefaultsGroups(stateDirectory: try session.directories.state)
        let all = try groups.all()
        if arguments.has(.json) {
            let list = all.map { summary in
                JSONText.object([
                    ("group", .string(summary.group.text)), ("keys", .integer(summary.keyCount)),
                    ("created", .string(DefaultsText.date(summary.created))),
                ])
            }
            let object = JSONText.object([("path", .string(groups.path)), ("groups", .array(list))])
            try session.shell.out.print(object.pretty)
            return
        }
        var table = Table(["GROUP", "KEYS", "CREATED"])
        for summary in all {
            table.append([summary.group.text, "\(summary.keyCount)", DefaultsText.date(summary.created)])
        }
        for line in table.lines + ["", groups.path] { try session.shell.out.print(line) }
    }

    private func watch(_ session: Session) throws {
        let defaults = try defaults(session)
        let watcher = try ChangeWatcher(stateDirectory: try session.directories.state, group: defaults.group)
        let interruption = Interruption { watcher.stop() }
        let reader = OutputEnd(session.shell)
        while !interruption.hasCome {
            guard case .changes(let changes) = try watcher.next(reader: reader.descriptor) else { return }
            for change in changes {
                try session.shell.out.print(try line(change, defaults))
            }
        }
    }

    /// A change, and the value that the key has by now: of quick changes of one key the last.
    private func line(_ change: DefaultsChange, _ defaults: SharedDefaults) throws -> String {
        let members: [(String, JSONText)] = [("sequence", .integer(change.sequence))]
        if !change.isRemoval, let entry = try defaults.entry(forKey: change.key) {
            return DefaultsText.json(entry, of: change.group, before: members + [("deleted", .bool(false))])
        }
        let rest: [(String, JSONText)] = [
            ("deleted", .bool(true)), ("group", .string(change.group.text)), ("key", .string(change.key)),
            ("type", .null), ("date", .string(DefaultsText.date(change.date))), ("value", .null),
        ]
        return JSONText.object((members + rest).map { (key: $0.0, value: $0.1) }).compact
    }
}
