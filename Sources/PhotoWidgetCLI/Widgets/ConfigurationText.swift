internal import FoundationEssentials
internal import PhotoWidget

/// What is set, for people and for programs, with where each value comes from.
struct ConfigurationText {
    private struct Value {
        var name: String
        var json: JSONText
        var origin: String
    }

    private let configuration: ConfigurationFile
    private let session: Session
    private let standardPath: String?

    /// Describes a configuration; `standardPath` is where it was looked for.
    init(_ configuration: ConfigurationFile, session: Session, standardPath: String?) {
        self.configuration = configuration
        self.session = session
        self.standardPath = standardPath
    }

    /// One line a value: `name = value`, and its origin behind it.
    func lines(withOrigins: Bool) -> [String] {
        (top + configuration.instances.flatMap(values)).map { value in
            let line = "\(value.name) = \(VisibleText.line(value.json.compact))"
            return withOrigins ? "\(line)    # \(value.origin)" : line
        }
    }

    /// The values as an object; with origins, each is an object of `value` and `origin`.
    func json(withOrigins: Bool) -> JSONText {
        func object(_ values: [Value], dropping prefix: String = "") -> JSONText {
            .object(
                values.map { value in
                    let json = JSONText.object([("value", value.json), ("origin", .string(value.origin))])
                    return (String(value.name.dropFirst(prefix.count)), withOrigins ? json : value.json)
                })
        }
        let instances = configuration.instances.map { object(values($0), dropping: "\($0.id).") }
        guard case .object(let members) = object(top) else { return .null }
        return .object(members + [("instances", .array(instances))])
    }

    private var top: [Value] {
        let path = configuration.path ?? standardPath
        let isThere = configuration.path != nil
        // A directory that cannot be found is null: the rest is still worth showing.
        return [
            Value(
                name: "config", json: JSONText(path),
                origin: origin(.config, base: "XDG_CONFIG_HOME") + (isThere ? "" : "; not there")),
            Value(
                name: "cache-dir", json: JSONText(try? session.directories.cache),
                origin: origin(.cacheDirectory, own: "PHOTOWIDGET_CACHE_DIR", base: "XDG_CACHE_HOME")),
            Value(
                name: "state-dir", json: JSONText(try? session.directories.state),
                origin: origin(.stateDirectory, own: "PHOTOWIDGET_STATE_DIR", base: "XDG_STATE_HOME")),
        ]
    }

    /// The option, else the program's own variable, else that of the desktop, which counts only where it is absolute.
    private func origin(_ option: Option, own: String? = nil, base: String) -> String {
        let environment = session.shell.environment
        if session.arguments.has(option) { return option.spelled }
        if let own, !(environment[own] ?? "").isEmpty { return "$\(own)" }
        return Path.isAbsolute(environment[base] ?? "") ? "$\(base)" : "default"
    }

    private func values(_ instance: WidgetInstance) -> [Value] {
        let place = "\(configuration.path ?? ""):\(instance.line ?? 1)"
        let rules = session.rules(of: instance)
        let isPhoto = instance.id.kind == WidgetEngine.photoKind
        func value(_ name: String, _ json: JSONText?, standard: JSONText) -> Value {
            Value(
                name: "\(instance.id).\(name)", json: json ?? standard, origin: json == nil ? "default" : place)
        }
        return [
            value("kind", .string(instance.id.kind), standard: .null),
            value("instance", .string(instance.id.instance), standard: .null),
            value("family", instance.family.map { .string($0.rawValue) }, standard: .null),
            value(
                "configuration", instance.settings.isEmpty ? nil : Self.shown(instance.settings.json),
                standard: .object([])),
            value("every", instance.every.map(JSONText.number), standard: isPhoto ? .number(180) : .null),
            value("floor", nil, standard: .number(rules.floor)),
            value("budget", instance.budget.map { .string($0.description) }, standard: .string("none")),
            value(
                "publish", instance.directory.map(JSONText.string),
                standard: JSONText(
                    (try? session.publisher(in: configuration))?.directory(
                        kind: instance.id.kind, instance: instance.id.instance))),
        ]
    }

    /// A value as it is shown: addresses lose their passwords and keys.
    private static func shown(_ json: JSONText) -> JSONText {
        switch json {
        case .string(let text): .string(SecretText.hidden(in: text))
        case .array(let values): .array(values.map(shown))
        case .object(let members):
            .object(
                members.map { member in
                    guard member.key == Option.proxy.name, case .string(let text) = member.value else {
                        return (member.key, shown(member.value))
                    }
                    // It needs no scheme, so that it need not look like an address.
                    return (member.key, .string(ProxyAddress(text)?.description ?? "…"))
                })
        default: json
        }
    }

    /// A file to begin with.
    static let template = """
        // The widgets that `photowidget run` runs. JSON5: comments and trailing commas are fine.
        // `photowidget config check` says what is wrong, and on which line.
        {
          instances: [
            {
              kind: "photo",
              instance: "default",
              every: "3m",
              configuration: { tags: ["texas"] },
            },
            // Another photo, in a directory of its own:
            // { kind: "photo", instance: "kitchen", configuration: { tags: ["seoul"] }, publish: "~/kitchen" },
          ],
        }

        """
}
