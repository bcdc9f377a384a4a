internal import PhotoWidget

/// Whether the systemd unit that runs the program here lets it protect itself.
enum UnitChecks {
    private static let name = "photowidget.service"

    /// The check of the unit that systemd takes; none where there is none.
    static func all(environment: [String: String]) -> [MachineCheck] {
        for directory in directories(environment) {
            let path = "\(directory)/\(name)"
            // A folder that cannot be read has no unit for this user.
            guard let bytes = try? MappedFile.contents(ofFile: path) else { continue }
            return [check(String(decoding: bytes, as: UTF8.self), path: path)]
        }
        return []
    }

    /// Where systemd looks for a user's units, the first found first.
    ///
    /// - Source: systemd.unit(5), "User Unit Search Path".
    private static func directories(_ environment: [String: String]) -> [String] {
        let home = environment["HOME"].flatMap { Path.isAbsolute($0) ? $0 : nil }
        let config = environment["XDG_CONFIG_HOME"].flatMap { Path.isAbsolute($0) ? $0 : nil }
        let data = environment["XDG_DATA_HOME"].flatMap { Path.isAbsolute($0) ? $0 : nil }
        return [
            config ?? home.map { "\($0)/.config" }, data ?? home.map { "\($0)/.local/share" }, "/etc",
            "/usr/local/lib", "/usr/lib",
        ].compactMap { $0.map { "\($0)/systemd/user" } }
    }

    /// Looks at a unit's text.
    static func check(_ text: String, path: String) -> MachineCheck {
        let settings = text.split(whereSeparator: \.isNewline).compactMap {
            line -> (name: Substring, value: Substring)? in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, line.first != "#", line.first != ";" else { return nil }
            return (parts[0], parts[1])
        }
        let filters = settings.filter { $0.name == "SystemCallFilter" }.map(\.value).joined(separator: " ")
        let missing = ["landlock_restrict_self", "seccomp"].filter { !filters.contains($0) }
        if !filters.isEmpty, !missing.isEmpty {
            return MachineCheck(
                id: "unit", status: .warning,
                finding: "\(path): SystemCallFilter lacks \(missing.joined(separator: " and ")), so that the program "
                    + "cannot protect itself in it",
                remedy: "install this version's integrations/systemd/photowidget.service")
        }
        if settings.contains(where: { $0.name == "IPAddressDeny" }) {
            return MachineCheck(
                id: "unit", status: .warning,
                finding: "\(path): IPAddressDeny also shuts out the home router's name server",
                remedy: "take IPAddressDeny out of it; the program judges addresses itself")
        }
        return MachineCheck(id: "unit", status: .ok, finding: path)
    }
}
