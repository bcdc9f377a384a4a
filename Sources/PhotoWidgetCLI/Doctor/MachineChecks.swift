internal import FoundationEssentials
internal import PhotoWidget

/// The checks that need no network.
enum MachineChecks {
    /// The earliest clock that can be right: when this version was written (2026-11-30).
    private static let earliestDate = Date(timeIntervalSince1970: 1_795_996_800)
    /// Later than this a clock is wrong more often than this version is still in use.
    private static let latestDate = earliestDate + 10 * 365 * 86_400
    private static let clockRemedy = "set the clock, for example by timedatectl set-ntp true"
    /// Free space under which a cache is of little use, in bytes.
    private static let littleSpace = 64 << 20

    /// The libraries, one check each.
    static func libraries() -> [MachineCheck] { Libraries.all.map(check) }

    /// How it stands with a library.
    static func check(_ library: Libraries.Library) -> MachineCheck {
        guard let version = library.version else {
            return MachineCheck(
                id: library.name, status: library.isNeeded ? .failed : .warning,
                finding: "\(library.fault ?? "not found"); it is for \(library.purpose)",
                remedy: "apt-get install \(library.package)")
        }
        return MachineCheck(id: library.name, status: .ok, finding: version)
    }

    /// The cache and the state directory, and the space there.
    static func directories(_ directories: SessionDirectories) -> [MachineCheck] {
        [
            directory(id: "cache-directory", option: .cacheDirectory) { () throws(StorageError) in
                try directories.cache
            },
            directory(id: "state-directory", option: .stateDirectory) { () throws(StorageError) in
                try directories.state
            },
            (try? directories.cache).flatMap(cacheUse),
            (try? directories.cache).map(space),
        ].compactMap(\.self)
    }

    /// Why a cache directory that is there cannot be written in full; `nil` where it can, or is not there yet.
    private static func cacheUse(_ path: String) -> MachineCheck? {
        guard Directory.isDirectory(path), let problem = DiskCache.problem(in: path) else { return nil }
        return MachineCheck(
            id: "cache-writable", status: .failed,
            finding: "\(problem); a small cache in the state directory serves instead",
            remedy: "give it back to its user (chown -R), make room there, or give another place by --cache-dir")
    }

    private static func directory(
        id: String, option: Option, _ find: () throws(StorageError) -> String
    ) -> MachineCheck {
        do throws(StorageError) {
            return directory(id: id, try find(), option: option.spelled)
        } catch {
            return MachineCheck(
                id: id, status: .failed, finding: "\(error)",
                remedy: "set HOME to an absolute path, or give \(option.spelled)")
        }
    }

    /// The clock: freshness and timelines hang on it.
    static func clock(_ now: Date) -> MachineCheck {
        guard now >= earliestDate else {
            return MachineCheck(
                id: "clock", status: .failed, finding: "\(now.formatted(.iso8601)) has long passed",
                remedy: clockRemedy)
        }
        guard now <= latestDate else {
            return MachineCheck(
                id: "clock", status: .warning,
                finding: "\(now.formatted(.iso8601)) is ten years and more after this version was made",
                remedy: "\(clockRemedy); if it is right, install a newer photowidget")
        }
        return MachineCheck(id: "clock", status: .ok, finding: now.formatted(.iso8601))
    }

    /// Whether the kernel holds the program to the files that a command uses.
    static func fileAccess(isTurnedOff: Bool) -> MachineCheck {
        let id = "file-access"
        let version = AllowedFiles.kernelVersion
        if isTurnedOff { return MachineCheck(id: id, status: .ok, finding: "not confined: --no-sandbox") }
        guard version >= AllowedFiles.oldestVersion else {
            let kernel = version == 0 ? "has no Landlock, or has it switched off" : "has Landlock \(version)"
            return MachineCheck(
                id: id, status: .ok,
                finding: "not confined: the kernel \(kernel), and \(AllowedFiles.oldestVersion) is needed (Linux 5.19)")
        }
        return MachineCheck(id: id, status: .ok, finding: "each command is confined to its files (Landlock \(version))")
    }

    private static func directory(id: String, _ path: String, option: String) -> MachineCheck {
        // The nearest directory that exists says whether the missing ones can be made.
        var nearest = path
        while !Directory.isDirectory(nearest), nearest != Path.parent(of: nearest) {
            guard (try? FileStatus.of(nearest)) == nil else {
                return MachineCheck(
                    id: id, status: .failed, finding: "\(nearest) is not a directory",
                    remedy: "remove it, or give another place by \(option)")
            }
            nearest = Path.parent(of: nearest)
        }
        guard Directory.isWritable(nearest) else {
            return MachineCheck(
                id: id, status: .failed, finding: "\(nearest) cannot be written to",
                remedy: "change its owner or mode, or give another place by \(option)")
        }
        return MachineCheck(id: id, status: .ok, finding: nearest == path ? path : "\(path) (made when needed)")
    }

    private static func space(_ path: String) -> MachineCheck {
        var nearest = path
        while !Directory.isDirectory(nearest), nearest != Path.parent(of: nearest) {
            nearest = Path.parent(of: nearest)
        }
        do {
            let free = try Directory.freeBytes(at: nearest)
            let finding = "\(ByteText.text(free)) free below \(nearest)"
            return free < littleSpace
                ? MachineCheck(
                    id: "space", status: .warning, finding: finding,
                    remedy: "make room, or give another place by --cache-dir")
                : MachineCheck(id: "space", status: .ok, finding: finding)
        } catch {
            return MachineCheck(
                id: "space", status: .warning, finding: "\(error)", remedy: "give another place by --cache-dir")
        }
    }
}
