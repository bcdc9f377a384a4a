internal import FoundationEssentials
internal import PhotoWidget

/// Widgets and their instances, made of the configuration and of the options that stand above it.
extension Session {
    // MARK: What there is

    /// The configuration file that is read: the option's, else the desktop's.
    var configurationPath: String? {
        get throws {
            if let path = arguments.string(.config) { return try Directories.absolute(path) }
            return ConfigurationFile.standardPath(environment: shell.environment)
        }
    }

    /// Where this user's commands for links are kept: beside the configuration, never in a state directory, which may be
    /// shared; `nil` where the user has no home.
    var linkHandlerFile: String? {
        ConfigurationFile.standardPath(environment: shell.environment).map {
            "\(Path.parent(of: $0))/link-handlers.json"
        }
    }

    /// The configuration; without a file nothing is set, but a file that is named must be there.
    func configuration() throws -> ConfigurationFile {
        guard let path = try configurationPath else { return ConfigurationFile() }
        let home = shell.environment["HOME"]
        let isNamed = arguments.has(.config)
        // HOME may still be another person's, as under sudo: what lies in a folder that is closed to us is not ours.
        guard isNamed || !Self.isOutOfReach(path) else { return ConfigurationFile() }
        if let file = try ConfigurationFile.reading(path, widgets: widgets(), home: home) {
            for instance in file.instances { try check(instance, in: file) }
            try checkDirectories(of: file)
            return file
        }
        guard !isNamed else { throw ConfigurationError.missing(path: path) }
        return ConfigurationFile()
    }

    /// Checks that no instance is published where another is by default.
    private func checkDirectories(of file: ConfigurationFile) throws {
        // Where no state directory can be found nothing is published by default; whoever needs one is told.
        guard file.instances.contains(where: { $0.directory != nil }), let state = try? directories.state else {
            return
        }
        let standard = Publisher(stateDirectory: state)
        let others = Set(file.instances.map(\.id)).union(try standard.published())
        for instance in file.instances {
            guard let directory = instance.directory else { continue }
            let identity = DirectoryIdentity(of: directory)
            let taken = others.first { id in
                id != instance.id
                    && DirectoryIdentity(of: standard.directory(kind: id.kind, instance: id.instance)) == identity
            }
            if let taken {
                throw badDirectory(
                    directory, of: instance, in: file, "a directory of its own: \(taken) is published there")
            }
        }
    }

    /// Checks that the directories that the configuration names may be published in.
    func checkPublishing(in file: ConfigurationFile) throws {
        for instance in file.instances {
            guard let directory = instance.directory else { continue }
            do throws(PublishError) {
                try Publisher.check(directory: directory)
            } catch {
                throw badDirectory(directory, of: instance, in: file, "a directory to publish in: \(error)")
            }
        }
    }

    private func badDirectory(
        _ directory: String, of instance: WidgetInstance, in file: ConfigurationFile, _ expected: String
    ) -> ConfigurationError {
        .badValue(
            path: file.path ?? "", line: instance.line ?? 1, key: "publish", found: "\"\(directory)\"",
            expected: expected)
    }

    /// Says what lies beside what is published and was not made by the program; it stays.
    func tellOfForeignFiles(beside instances: [WidgetInstance], in publisher: Publisher) throws {
        guard !arguments.has(.quiet) else { return }
        for id in instances.map(\.id) {
            let names = try publisher.foreignNames(kind: id.kind, instance: id.instance)
            guard let first = names.first else { continue }
            let others = names.count == 1 ? "was" : "and \(names.count - 1) more were"
            let directory = publisher.directory(kind: id.kind, instance: id.instance)
            progress.clear()
            try shell.err.print(
                "photowidget: warning: "
                    + VisibleText.line("\(directory)/\(first) \(others) not made by photowidget and left alone"))
        }
    }

    /// Whether it cannot even be seen if there is such a file.
    private static func isOutOfReach(_ path: String) -> Bool {
        do throws(StorageError) {
            _ = try FileStatus.of(path)
            return false
        } catch {
            return error.isPermission
        }
    }

    /// Every widget; the photo's fetches nothing.
    func widgets(
        photo: (any WidgetProvider)? = nil, now: (@Sendable () -> Date)? = nil
    ) -> [WidgetDescription] {
        let now = now ?? self.now
        let timetable = StaticWidgetProvider(PhotoTimetable(every: Self.standardEvery, now: now)) { _ in EmptyView() }
        let language = ["LC_ALL", "LC_MONETARY", "LANG"].lazy.compactMap { shell.environment[$0] }
            .first { !$0.isEmpty && $0 != "C" && !$0.hasPrefix("C.") && $0 != "POSIX" }
        // Kinds, families and settings are the same wherever the store is; whoever asks a provider needs the directory, and
        // is told by ``engine(for:in:start:now:drawn:scale:)`` that there is none.
        let state = (try? directories.state) ?? "/dev/null/no-state-directory"
        return WidgetGallery.widgets(
            photo: photo ?? timetable, stateDirectory: state, language: language ?? "ko", now: now)
    }

    /// The widget of a kind.
    func widget(
        _ kind: String, photo: (any WidgetProvider)? = nil, now: (@Sendable () -> Date)? = nil
    ) throws -> WidgetDescription {
        let widgets = widgets(photo: photo, now: now)
        guard let widget = widgets.first(where: { $0.kind == kind }) else {
            throw WidgetError.unknownKind(kind, known: widgets.map(\.kind))
        }
        return widget
    }

    // MARK: Instances

    /// The instance that the command line names, with what the configuration sets for it.
    func instance(in configuration: ConfigurationFile) throws -> WidgetInstance {
        let id = WidgetID(
            kind: try arguments.name(.widget, standard: WidgetEngine.photoKind),
            instance: try arguments.name(.instance, standard: "default"))
        _ = try widget(id.kind)
        return try overridden(configuration.instance(id) ?? WidgetInstance(id))
    }

    /// The instances that a daemon runs: those of the configuration, unless the command line names one or its feed.
    func instancesToRun(in configuration: ConfigurationFile) throws -> [WidgetInstance] {
        guard runsAll(of: configuration) else { return [try instance(in: configuration)] }
        return try configuration.instances.map(overridden)
    }

    /// Whether a daemon runs every instance of the configuration.
    func runsAll(of configuration: ConfigurationFile) -> Bool {
        let isNamed = ([.widget, .instance] + OptionGroup.feed.options).contains { arguments.has($0) }
        return !isNamed && !configuration.instances.isEmpty
    }

    /// The instances of a kind: those that the configuration has, that have been published, and the default one.
    func instances(of kind: String, in configuration: ConfigurationFile) throws -> [WidgetInstance] {
        var ids = [WidgetID(kind: kind)] + configuration.instances.map(\.id).filter { $0.kind == kind }
        ids += try ScheduleStore.instances(of: kind, stateDirectory: try directories.state)
        let hasOthers = ids.count > 1
        if let name = arguments.string(.instance) {
            ids = [WidgetID(kind: kind, instance: try arguments.name(.instance, standard: name))]
        } else if hasOthers, configuration.instance(ids[0]) == nil, !ids.dropFirst().contains(ids[0]) {
            // Nobody has ever shown the default instance, so nobody waits for it.
            ids.removeFirst()
        }
        var seen: Set<WidgetID> = []
        return try ids.filter { seen.insert($0).inserted }
            .map { try overridden(configuration.instance($0) ?? WidgetInstance($0)) }
    }

    private func overridden(_ instance: WidgetInstance) throws -> WidgetInstance {
        var instance = instance
        if let every = try arguments.seconds(.every) { instance.every = every }
        if let budget = try reloadAllowance() { instance.budget = budget }
        if let family = try arguments.value(.family, expected: Self.familyNames, WidgetFamily.init(rawValue:)) {
            let supported = try widget(instance.id.kind).supportedFamilies
            guard supported.contains(family) else {
                throw WidgetError.unsupportedFamily(family, kind: instance.id.kind, supported: supported)
            }
            instance.family = family
        }
        return instance
    }

    /// How many reloads a day the command line allows.
    func reloadAllowance() throws -> ReloadAllowance? {
        try arguments.value(
            .reloadBudget, expected: "a number of reloads a day, widgetkit or none", ReloadAllowance.init)
    }

    private static let familyNames = "one of \(WidgetFamily.allCases.map(\.rawValue).joined(separator: ", "))"
    private static let standardEvery: TimeInterval = 180

    // MARK: Engines

    /// How often the provider of an instance may be asked.
    func rules(of instance: WidgetInstance) -> ReloadRules {
        guard instance.id.kind == WidgetEngine.photoKind else { return instance.localRules }
        return PhotoFrame.rules(every: instance.every ?? Self.standardEvery, budget: instance.budget?.budget)
    }

    /// The engine of an instance; a daemon's dates photos by a grid that begins at `start`.
    ///
    /// With `drawn`, it works for a picture of that size in points, at a scale; else for the pictures that are published.
    func engine(
        for instance: WidgetInstance, in configuration: ConfigurationFile, start: Date? = nil,
        now: (@Sendable () -> Date)? = nil, drawn: DisplaySize? = nil, scale: Double? = nil
    ) throws -> WidgetEngine {
        let now = now ?? self.now
        let rules = rules(of: instance)
        var instance = instance
        if instance.family == nil, arguments.has(.scales) || arguments.has(.colorSchemes) {
            // Who asks for pictures wants them drawn.
            instance.family = try widget(instance.id.kind).supportedFamilies.first
        }
        let scale = try scale ?? arguments.publishedVariants().map(\.scale).max() ?? 2
        if let size = drawn ?? instance.family.flatMap({ FamilySizes.standard[$0] }) {
            instance = Self.covering(size, scale: scale, instance)
        }
        var photo: (any WidgetProvider)?
        if instance.id.kind == WidgetEngine.photoKind {
            let every = instance.every ?? Self.standardEvery
            instance.every = every
            photo = PhotoWidgetProvider(
                try configured(for: instance, in: configuration).photoProvider(every: every, now: now),
                grid: start.map { EntryGrid(start: $0, every: every) })
        }
        let widget = try widget(instance.id.kind, photo: photo, now: now)
        var engine = WidgetEngine(
            widget, instance: instance, stateDirectory: try directories.state,
            publisher: try publisher(in: configuration),
            rules: rules, now: now)
        engine.displaySize = drawn
        engine.drawing = try drawing(for: instance)
        return engine
    }

    private func photoProvider(every: TimeInterval, now: @escaping @Sendable () -> Date) throws -> PhotoProvider {
        PhotoProvider(
            loader: try loader(now: now), request: try photoRequest(), every: every,
            entryCount: try arguments.count(.entries, in: 1...500) ?? 1, now: now)
    }

    /// The publisher of the state directory, and of the directories that the configuration names.
    func publisher(in configuration: ConfigurationFile) throws(StorageError) -> Publisher {
        let places = configuration.instances.compactMap { instance in instance.directory.map { (instance.id, $0) } }
        return Publisher(stateDirectory: try directories.state, places: Dictionary(uniqueKeysWithValues: places))
    }

    /// The session with an instance's settings where the command line is silent.
    func configured(for instance: WidgetInstance, in configuration: ConfigurationFile) -> Session {
        var session = self
        session.arguments = arguments.completed(
            by: instance.settings,
            among: OptionGroup.feed.options + OptionGroup.picture.options + [
                .entries, .allowAddresses, .proxy, .caFile,
            ],
            folder: configuration.path.map(Path.parent(of:)))
        if instance.settings.strings("sandbox") == ["off"] { session.arguments.set(.noSandbox) }
        return session
    }

    /// Checks the settings of a photo as the command line's options of the same names are checked.
    private func check(_ instance: WidgetInstance, in file: ConfigurationFile) throws {
        guard instance.id.kind == WidgetEngine.photoKind, !instance.settings.isEmpty else { return }
        var session = self
        session.arguments = Arguments(for: arguments.command)
        session = session.configured(for: instance, in: file)
        do {
            _ = try session.photoRequest()
            _ = try session.arguments.count(.entries, in: 1...500)
            _ = try session.arguments.allowedBlocks()
        } catch let UsageError.badValue(option, value, expected) {
            throw ConfigurationError.badValue(
                path: file.path ?? "", line: instance.line ?? 1, key: String(option.drop { $0 == "-" }),
                found: "\"\(value)\"", expected: expected)
        }
    }
}
