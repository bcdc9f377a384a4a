internal import PhotoWidget

/// The files that a run of a command uses; the program confines itself to them before the command begins.
///
/// What it is made of: the machine's own directories, what the environment and the options name (``Option/names``), and what
/// the command does (``CommandAccess``).
struct Confinement: Equatable {
    /// The files, and what is done with them.
    private(set) var access = AllowedFiles()
    /// Whether the command starts programs.
    let startsPrograms: Bool
    /// Directories that are made first, since a rule needs something that is there.
    private(set) var made: [String] = []

    private let environment: [String: String]

    /// Finds the files of a run; `nil` where the command line is wrong, which the command says itself, or the command is not
    /// confined, or a person has turned that off.
    init?(_ words: [String], in shell: Shell) {
        guard let word = words.first, let command = CommandList.command(named: word),
            let arguments = try? Arguments(Array(words.dropFirst()), for: command.specification),
            !arguments.has(.noSandbox), !arguments.has(.help), !arguments.has(.version),
            let own = CommandAccess.of(word, arguments), (try? command.init(arguments)) != nil
        else { return nil }
        environment = shell.environment
        startsPrograms = own.startsPrograms
        allowMachine()
        allowEnvironment()
        allowOptions(of: command.specification, arguments)
        for file in own.readFiles { allowFile(file) }
        allowPlaces(own, arguments, shell)
    }

    /// Makes what has to be there, forks what starts programs, and confines this thread and those that it starts.
    func apply() -> AllowedFiles.Outcome {
        guard AllowedFiles.kernelVersion >= AllowedFiles.oldestVersion else { return .unsupported }
        var access = access
        for directory in made {
            // A directory that cannot be made may still be made later, or the command says why not.
            if (try? Directory.create(at: directory)) == nil, !Directory.isDirectory(directory) {
                access.allow([.reads, .writes], at: Self.nearest(to: directory))
            }
        }
        if startsPrograms {
            do throws(StorageError) {
                try ProgramStarter.prepare()
            } catch {
                // Without it nothing could be started, so the command keeps its rights.
                return .unsupported
            }
        }
        return access.confine()
    }

    // MARK: The machine

    private mutating func allowMachine() {
        for path in ["/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/opt", "/nix/store", "/gnu/store"] {
            access.allow([.reads, .starts], at: path)
        }
        // Where the program lies: its own file is started again for decoding, its libraries may be beside it.
        if let program = try? SymbolicLink.target(at: "/proc/self/exe") {
            access.allow([.reads, .starts], at: program)
            let folder = Path.parent(of: program)
            if !holdsHome(folder) { access.allow([.reads, .starts], at: folder) }
        }
        let read = [
            "/etc", "/proc", "/run", "/sys", "/dev", "/var/cache/fontconfig", "/var/lib/ca-certificates",
            "/var/lib/fonts", "/var/lib/flatpak/exports/share", "/var/lib/defoma", "/var/lib/systemd", "/snap",
        ]
        for path in read { access.allow(.reads, at: path) }
        for path in [
            "/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/pts", "/dev/stdout", "/dev/stderr", "/dev/shm",
        ] {
            access.allow([.reads, .writes, .controlsDevices], at: path)
        }
    }

    /// Variables that name files, which this program or a library reads.
    private static let variables: Set<String> = [
        "CURL_CA_BUNDLE", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "GCONV_PATH", "LD_LIBRARY_PATH",
        "LIBHEIF_PLUGIN_PATH", "LOCPATH", "OPENSSL_CONF", "SSL_CERT_DIR", "SSL_CERT_FILE", "TZDIR",
    ]

    private mutating func allowEnvironment() {
        for name in Self.variables {
            for path in (environment[name] ?? "").split(separator: ":") { allowFile(String(path)) }
        }
    }

    // MARK: What is named

    private mutating func allowOptions(of specification: CommandSpecification, _ arguments: Arguments) {
        for option in specification.allOptions {
            for value in arguments.strings(option) { allow(value, as: option.names) }
        }
    }

    private mutating func allow(_ value: String, as use: PathUse?) {
        switch use {
        case nil, .ownDirectory: break
        case .file, .folder: allowFile(value)
        case .feed:
            let path = value.hasPrefix("file://") ? String(value.dropFirst("file://".count)) : value
            guard !path.contains("://") else { return }
            allowFile(path)
            // The pictures of a feed lie in its folder, by the feed's own name, not by what a link there leads to.
            if let path = Self.absolute(path) { access.allow(.reads, at: Path.parent(of: path)) }
        case .output: allowOutput(value)
        }
    }

    /// A file, or a directory and all below it.
    private mutating func allowFile(_ path: String) {
        if let path = Self.absolute(path) { access.allow(.reads, at: path) }
    }

    /// A file that is written and the temporary file beside it, or a directory.
    private mutating func allowOutput(_ value: String) {
        guard value != "-", let path = Self.absolute(value) else { return }
        let isDirectory = Directory.isDirectory(path)
        // A directory that is not there is an error of the command's.
        guard isDirectory || !Path.endsInSlash(value) else { return }
        access.allow([.lists, .writes, .controlsDevices], at: isDirectory ? path : Path.parent(of: path))
        guard !isDirectory else { return }
        // What is there is read, to tell whether the program made it.
        access.allow([.reads, .writes, .controlsDevices], at: path)
        // Through a link the file is replaced that it leads to.
        if let target = SymbolicLink.resolved(path) { access.allow([.lists, .writes], at: Path.parent(of: target)) }
    }

    // MARK: The program's own

    private mutating func allowPlaces(_ own: CommandAccess, _ arguments: Arguments, _ shell: Shell) {
        let session = try? Session(arguments, in: shell)
        // A directory that cannot be named is an error of the command's, where it needs one.
        let cache = try? session?.directories.cache
        allow(.cache, at: cache, own)
        allow(.state, at: try? session?.directories.state, own)
        if own.isDaemon { allowCacheAgain(cache) }
        allowConfiguration(own, session)
        allow(.handlers, at: base("XDG_CONFIG_HOME", ".config").map { "\($0)/photowidget" }, own)
        let cacheHome = base("XDG_CACHE_HOME", ".cache")
        allow(.thumbnails, at: cacheHome.map { "\($0)/thumbnails" }, own)
        allow(.desktopEntries, at: base("XDG_DATA_HOME", ".local/share").map { "\($0)/applications" }, own)
        if own.places.union(own.placesThatExist).contains(.fonts) {
            for path in UserFonts(environment: environment).paths { allowFile(path) }
            if let cacheHome { access.allow([.reads, .writes], at: "\(cacheHome)/fontconfig") }
        }
    }

    /// A directory that is written where it is one of the command's.
    private mutating func allow(_ place: CommandAccess.Places, at path: String?, _ own: CommandAccess) {
        guard let path, own.places.union(own.placesThatExist).contains(place) else { return }
        access.allow([.reads, .writes], at: path)
        if own.places.contains(place) { made.append(path) }
    }

    /// People may remove the cache of a daemon, which then makes it again: below the desktop's folder for caches, as the
    /// standard has it, and nowhere else.
    private mutating func allowCacheAgain(_ cache: String?) {
        guard let cache, let home = base("XDG_CACHE_HOME", ".cache"), Path.parent(of: cache) == home else { return }
        access.allow([.reads, .writes], at: home)
    }

    private mutating func allowConfiguration(_ own: CommandAccess, _ session: Session?) {
        guard let session, let path = try? session.configurationPath else { return }
        allowFile(path)
        allow(.configuration, at: Path.parent(of: path), own)
        guard let configuration = try? session.configuration() else { return }
        for instance in configuration.instances {
            allow(.published, at: instance.directory, own)
            // A feed that is a relative path begins at the configuration's folder.
            for feed in instance.settings.strings(Option.feed.name) ?? [] {
                let isWhole = feed.contains("://") || Path.isAbsolute(feed)
                allow(isWhole ? feed : "\(Path.parent(of: path))/\(feed)", as: .feed)
            }
        }
    }

    // MARK: Paths

    /// Whether a folder is the user's home, or the home lies in it.
    private func holdsHome(_ folder: String) -> Bool {
        guard let home = environment["HOME"].flatMap({ SymbolicLink.resolved($0) }) else { return false }
        return folder == home || Path.isBelow(home, folder)
    }

    /// A folder of the desktop's standard: a variable's, else one below HOME.
    private func base(_ variable: String, _ belowHome: String) -> String? {
        if let path = environment[variable], Path.isAbsolute(path) { return path }
        return environment["HOME"].flatMap { Path.isAbsolute($0) ? "\($0)/\(belowHome)" : nil }
    }

    private static func absolute(_ path: String) -> String? {
        path.isEmpty ? nil : try? Directories.absolute(path)
    }

    /// The nearest directory above that is there.
    private static func nearest(to path: String) -> String {
        var nearest = path
        while !Directory.isDirectory(nearest), nearest != Path.parent(of: nearest) {
            nearest = Path.parent(of: nearest)
        }
        return nearest
    }
}
