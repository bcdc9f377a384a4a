internal import PhotoWidget

/// Where a user's own fonts and the settings for them are, as fontconfig looks for them.
///
/// - Source: fonts-conf(5), the directories of Debian's fonts.conf; XDG Base Directory Specification 0.8.
struct UserFonts {
    /// The environment in which fontconfig looks.
    let environment: [String: String]

    /// Files and directories, which need not be there.
    var paths: [String] {
        var paths = settings
        if let home {
            paths += ["\(home)/.fonts", "\(home)/.fontconfig", "\(home)/.local/share/flatpak/exports/share"]
        }
        let data = environment["XDG_DATA_HOME"] ?? home.map { "\($0)/.local/share" }
        paths += [data, environment["XDG_DATA_DIRS"]].compactMap(\.self)
            .flatMap { $0.split(separator: ":") }.map { "\($0)/fonts" }
        return (paths + settings.flatMap(directories)).filter(Path.isAbsolute)
    }

    private var home: String? { environment["HOME"] }

    /// The user's settings, each a file or a directory of files.
    private var settings: [String] {
        let configuration = environment["XDG_CONFIG_HOME"] ?? home.map { "\($0)/.config" }
        return [
            configuration.map { "\($0)/fontconfig" }, home.map { "\($0)/.fonts.conf" },
            home.map { "\($0)/.fonts.conf.d" },
        ]
        .compactMap(\.self)
    }

    /// The directories that settings name: what stands between `<dir …>` and `</dir>`.
    private func directories(in path: String) -> [String] {
        if Directory.isDirectory(path) {
            let names = (try? Directory.entries(of: path)) ?? []
            return names.sorted { $0.name < $1.name }.flatMap { directories(in: "\(path)/\($0.name)") }
        }
        // What cannot be read, fontconfig does not read either.
        guard path.hasSuffix(".conf"),
            let file = try? FileBytes(path: path, followsLinks: true, maxBytes: Self.longestFile)
        else { return [] }
        return String(decoding: file.bytes, as: UTF8.self).split(separator: "<dir").dropFirst().compactMap { part in
            guard let start = part.firstIndex(of: ">") else { return nil }
            let name = part[part.index(after: start)...].prefix { $0 != "<" }
            if name.hasPrefix("~/") { return home.map { "\($0)\(name.dropFirst())" } }
            return String(name)
        }
    }

    private static let longestFile = 1 << 20
}
