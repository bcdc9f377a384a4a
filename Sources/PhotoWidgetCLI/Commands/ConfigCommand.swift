internal import FoundationEssentials
internal import Glibc
internal import PhotoWidget

/// The configuration of widgets: shown, checked, begun.
struct ConfigCommand: Command {
    /// What is done with the configuration.
    enum Action: String, CaseIterable {
        case show, check, create
    }

    static let specification = CommandSpecification(
        name: "config", summary: "show, check or begin the configuration of widgets",
        operands: Action.allCases.map(\.rawValue).joined(separator: "|"), operandCount: 1...1,
        discussion: """
            show    what is set: directories and instances; --origin says where each value comes from
            check   read the file and say what is wrong with it, and on which line
            create  write a file to begin with; one that is there is left alone
            """,
        options: [OptionGroup(title: "Configuration options", options: [.origin])])

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
        switch action {
        case .show: try show(session, in: shell)
        case .check: try check(session, in: shell)
        case .create: try create(session, in: shell)
        }
        return .done
    }

    private func show(_ session: Session, in shell: Shell) throws {
        let text = ConfigurationText(
            try session.configuration(), session: session, standardPath: try session.configurationPath)
        if arguments.has(.json) {
            try shell.out.print(text.json(withOrigins: arguments.has(.origin)).pretty)
        } else {
            for line in text.lines(withOrigins: arguments.has(.origin)) { try shell.out.print(line) }
        }
    }

    private func check(_ session: Session, in shell: Shell) throws {
        let configuration = try session.configuration()
        try session.checkPublishing(in: configuration)
        let count = configuration.instances.count
        if arguments.has(.json) {
            try shell.out.print(
                JSONText.object([
                    ("path", JSONText(configuration.path)), ("instances", .integer(count)), ("ok", .bool(true)),
                ]).pretty)
        } else if !arguments.has(.quiet) {
            let path = try configuration.path ?? session.configurationPath ?? "the configuration"
            try shell.out.print(
                configuration.path == nil
                    ? "\(path) is not there; nothing is set"
                    : "\(path): \(count == 1 ? "1 instance" : "\(count) instances"), nothing wrong")
        }
    }

    private func create(_ session: Session, in shell: Shell) throws {
        guard let path = try session.configurationPath else {
            throw StorageError.noHome(variable: "HOME", value: shell.environment["HOME"])
        }
        do {
            try Directory.create(at: Path.parent(of: path))
            let place = try NamedPlace(path)
            let creation = try AtomicFile.create(
                place.name, in: place.directory, with: Array(ConfigurationText.template.utf8), durability: .published)
            guard case .created = creation else {
                throw StorageError.system(operation: "create", path: path, errno: EEXIST)
            }
        } catch let error as StorageError {
            throw OutputFileError(path: path, cause: error)
        }
        if arguments.has(.json) {
            try shell.out.print(JSONText.object([("path", .string(path))]).pretty)
        } else if !arguments.has(.quiet) {
            try shell.out.write(withPaths: path + "\n")
        }
    }
}
