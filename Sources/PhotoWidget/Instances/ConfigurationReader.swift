internal import FoundationEssentials
internal import Storage
internal import WidgetTimeline

/// Makes instances of the values of a configuration file, and checks each.
struct ConfigurationReader {
    private static let topKeys = ["instances"]
    private static let instanceKeys = [
        "kind", "instance", "family", "configuration", "every", "budget", "publish",
    ]

    let path: String
    let widgets: [WidgetDescription]
    let home: String?

    /// The instances of the file's one value.
    func instances(in node: ConfigurationNode) throws(ConfigurationError) -> [WidgetInstance] {
        let top = try members(of: node, named: "the file", known: Self.topKeys)
        guard let list = top.first(where: { $0.key == "instances" }) else { return [] }
        guard case .array(let nodes) = list.node.value else { throw bad(list, expected: "a list of objects") }
        var instances: [WidgetInstance] = []
        for node in nodes {
            let instance = try instance(in: node)
            for other in instances {
                guard other.id != instance.id else { throw duplicate("\(instance.id)", node, other) }
                if let directory = instance.directory, let taken = other.directory,
                    DirectoryIdentity(of: directory) == DirectoryIdentity(of: taken)
                {
                    throw duplicate("the directory \(directory)", node, other)
                }
            }
            instances.append(instance)
        }
        return instances
    }

    private func instance(in node: ConfigurationNode) throws(ConfigurationError) -> WidgetInstance {
        let members = try members(of: node, named: "an instance", known: Self.instanceKeys)
        func member(_ key: String) -> ConfigurationNode.Member? { members.first { $0.key == key } }

        guard let kind = member("kind") else { throw .missingKey(path: path, line: node.line, key: "kind") }
        let kinds = widgets.map(\.kind)
        guard case .string(let name) = kind.node.value, let widget = widgets.first(where: { $0.kind == name }) else {
            throw bad(kind, expected: "a kind of widget (\(kinds.joined(separator: ", ")))")
        }
        var instance = WidgetInstance(WidgetID(kind: name))
        instance.line = node.line
        if let member = member("instance") {
            guard case .string(let text) = member.node.value, FileName.isValid(text) else {
                throw bad(member, expected: "a name of letters, digits, '-', '_' and '.'")
            }
            instance.id.instance = text
        }
        if let member = member("family") { instance.family = try family(member, of: widget) }
        if let member = member("configuration") { instance.settings = try settings(member, of: widget) }
        if let member = member("every") { instance.every = try seconds(member) }
        if let member = member("budget") {
            guard let allowance = ReloadAllowance(member.node.word) else {
                throw bad(member, expected: "a number of reloads a day, widgetkit or none")
            }
            instance.budget = allowance
        }
        if let member = member("publish") { instance.directory = try directory(member) }
        return instance
    }

    // MARK: Values

    private func family(
        _ member: ConfigurationNode.Member, of widget: WidgetDescription
    ) throws(ConfigurationError) -> WidgetFamily {
        let allowed = widget.supportedFamilies
        guard case .string(let text) = member.node.value, let family = WidgetFamily(rawValue: text),
            allowed.contains(family)
        else { throw bad(member, expected: "one of \(allowed.map(\.rawValue).joined(separator: ", "))") }
        return family
    }

    private func settings(
        _ member: ConfigurationNode.Member, of widget: WidgetDescription
    ) throws(ConfigurationError) -> InstanceSettings {
        guard case .object(let members) = member.node.value else { throw bad(member, expected: "an object") }
        if let rules = widget.settings {
            for setting in members {
                guard let rule = rules.first(where: { $0.name == setting.key }) else {
                    throw unknown(setting, known: rules.map(\.name))
                }
                guard rule.form.admits(setting.node.value) else { throw bad(setting, expected: rule.form.expected) }
                guard !rule.narrows || !SettingRule.isVoid(setting.node.value) else {
                    throw bad(setting, expected: "a value; leave \(rule.name) out for all photos")
                }
            }
        }
        return InstanceSettings(members.map { ($0.key, $0.node.json) })
    }

    private func seconds(_ member: ConfigurationNode.Member) throws(ConfigurationError) -> TimeInterval {
        guard let seconds = DurationText.seconds(of: member.node.word) else {
            throw bad(member, expected: "a time in seconds, or as \"90s\", \"3m\", \"2h\", \"1d\"")
        }
        return seconds
    }

    /// An absolute path; a relative one begins at the file's folder.
    private func directory(_ member: ConfigurationNode.Member) throws(ConfigurationError) -> String {
        guard case .string(let text) = member.node.value, !text.isEmpty else {
            throw bad(member, expected: "a directory")
        }
        var place = text
        if text == "~" || text.hasPrefix("~/") {
            guard let home else { throw bad(member, expected: "a directory (HOME is not set, so ~ is none)") }
            place = home + text.dropFirst()
        } else if text.hasPrefix("~") {
            throw bad(member, expected: "a directory (~ stands for your own home only; ./~ begins a name with ~)")
        }
        do throws(StorageError) {
            return try Directories.absolute(place, Path.parent(of: path))
        } catch {
            throw .unreadable(error)
        }
    }

    // MARK: Faults

    private func members(
        of node: ConfigurationNode, named name: String, known: [String]
    ) throws(ConfigurationError) -> [ConfigurationNode.Member] {
        guard case .object(let members) = node.value else {
            throw .badValue(path: path, line: node.line, key: name, found: node.kind, expected: "an object")
        }
        if let member = members.first(where: { !known.contains($0.key) }) { throw unknown(member, known: known) }
        return members
    }

    private func unknown(_ member: ConfigurationNode.Member, known: [String]) -> ConfigurationError {
        .unknownKey(
            path: path, line: member.line, key: member.key, nearest: Nearest.word(to: member.key, among: known),
            known: known)
    }

    private func bad(_ member: ConfigurationNode.Member, expected: String) -> ConfigurationError {
        let found =
            switch member.node.value {
            case .string(let text): "\"\(text)\""
            case .integer, .number, .bool: member.node.word
            default: member.node.kind
            }
        return .badValue(path: path, line: member.node.line, key: member.key, found: found, expected: expected)
    }

    private func duplicate(
        _ what: String, _ node: ConfigurationNode, _ first: WidgetInstance
    ) -> ConfigurationError {
        .duplicate(path: path, line: node.line, what: what, first: first.line ?? 1)
    }
}

extension ConfigurationNode {
    /// A text or a number as it would stand on a command line; empty for anything else.
    fileprivate var word: String {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .bool(let value): String(value)
        case .null, .array, .object: ""
        }
    }
}
