internal import Glibc
package import Storage
package import WidgetTimeline

/// Keeps the schedule of one instance on disk, so that the daemon and runs of cron agree.
///
///     STATE/schedule/KIND/INSTANCE/schedule.json    what the scheduler remembers, replaced as a whole
///     STATE/schedule/KIND/INSTANCE/.lock            byte 0: the file is being changed; byte 1: a daemon runs the instance
///
/// The first lock is held for moments. That a provider is being asked is another lock: the publisher's.
package struct ScheduleStore: Sendable {
    private enum LockByte {
        static let change: Int64 = 0
        static let daemon: Int64 = 1
    }

    /// How long another process may take to change the file before that is an error.
    private static let patience = Duration.seconds(5)

    private static let fileName = "schedule.json"
    private static let lockName = ".lock"

    private let directory: String
    private let stateDirectory: String
    private let id: WidgetID

    /// The schedule of an instance below a state directory.
    package init(stateDirectory: String, id: WidgetID) {
        self.stateDirectory = stateDirectory
        self.id = id
        directory = "\(stateDirectory)/schedule/\(id.kind)/\(id.instance)"
    }

    /// The path of the file.
    package var path: String { "\(directory)/\(Self.fileName)" }
    private var lockPath: String { "\(directory)/\(Self.lockName)" }

    /// Opens the directory, which is made where it is missing; below the state directory no link is followed.
    private func open() throws(StorageError) -> OpenDirectory {
        try OpenDirectory(named: stateDirectory, creates: true)
            .trustedDirectory(["schedule", id.kind, id.instance], creates: true)
    }

    /// What is remembered; a file that is damaged counts as none.
    package func read() throws(PublishError) -> ScheduleRecord {
        guard let bytes = try storage({ () throws(StorageError) in try MappedFile.contents(ofFile: path) }) else {
            return ScheduleRecord()
        }
        return ScheduleRecord.reading(bytes) ?? ScheduleRecord()
    }

    /// Changes what is remembered, alone: no other process changes it at the same time.
    ///
    /// A file that is damaged is set aside as `schedule.json.damaged`, and the schedule begins anew.
    package func update<Result>(
        rules: ReloadRules, _ body: (inout ScheduleRecord, inout TimelineScheduler) -> Result
    ) throws(PublishError) -> Result {
        try storage { () throws(StorageError) in
            let directory = try open()
            guard
                let lock = try FileLock.acquire(
                    Self.lockName, in: directory, byte: LockByte.change, until: .now + Self.patience)
            else { throw .system(operation: "lock", path: lockPath, errno: EAGAIN) }
            defer { extendLifetime(lock) }
            let old = try contents(in: directory)
            var record = old ?? ScheduleRecord()
            var scheduler = TimelineScheduler(rules: rules, state: record.state)
            let result = body(&record, &scheduler)
            record.state = scheduler.state
            if record != old {
                try removeTemporaries(in: directory)
                try AtomicFile.replace(Self.fileName, in: directory, with: record.bytes)
            }
            return result
        }
    }

    /// Whether a daemon runs the instance.
    package func hasDaemon() throws(PublishError) -> Bool {
        try storage { () throws(StorageError) in
            guard try FileStatus.of(lockPath) != nil else { return false }
            let lock = try FileLock.attempt(at: lockPath, byte: LockByte.daemon)
            return lock == nil
        }
    }

    /// Says that this process runs the instance until the lock ends; `nil` if another does.
    package func daemonLock() throws(PublishError) -> FileLock? {
        try storage { () throws(StorageError) in
            let directory = try open()
            // A look by `hasDaemon` takes the lock for a moment.
            return try FileLock.acquire(
                Self.lockName, in: directory, byte: LockByte.daemon, until: .now + .milliseconds(100))
        }
    }

    /// The instances of a kind that have a schedule below a state directory, by name.
    package static func instances(of kind: String, stateDirectory: String) throws(StorageError) -> [WidgetID] {
        let directory = "\(stateDirectory)/schedule/\(kind)"
        guard try FileStatus.of(directory) != nil else { return [] }
        var ids: [WidgetID] = []
        for entry in try Directory.entries(of: directory)
        where entry.kind == .directory && FileName.isValid(entry.name) {
            guard try FileStatus.of("\(directory)/\(entry.name)/\(fileName)") != nil else { continue }
            ids.append(WidgetID(kind: kind, instance: entry.name))
        }
        return ids.sorted { $0.instance < $1.instance }
    }

    /// Every instance that has a schedule below a state directory, by kind and name.
    package static func instances(stateDirectory: String) throws(StorageError) -> [WidgetID] {
        let directory = "\(stateDirectory)/schedule"
        guard try FileStatus.of(directory) != nil else { return [] }
        var ids: [WidgetID] = []
        for entry in try Directory.entries(of: directory).sorted(by: { $0.name < $1.name })
        where entry.kind == .directory {
            ids += try instances(of: entry.name, stateDirectory: stateDirectory)
        }
        return ids
    }

    /// Removes what a run left that was killed while it wrote; whoever holds the lock is the only one who writes here.
    private func removeTemporaries(in directory: borrowing OpenDirectory) throws(StorageError) {
        for entry in try directory.entries() where entry.kind == .file && AtomicFile.isTemporary(entry.name) {
            try directory.removeFile(entry.name)
        }
    }

    private func contents(in directory: borrowing OpenDirectory) throws(StorageError) -> ScheduleRecord? {
        guard let bytes = try directory.contents(of: Self.fileName, maxBytes: FileBytes.standardLimit) else {
            return nil
        }
        if let record = ScheduleRecord.reading(bytes) { return record }
        try directory.rename(Self.fileName, to: "\(Self.fileName).damaged")
        return nil
    }

    private func storage<R: ~Copyable>(_ body: () throws(StorageError) -> R) throws(PublishError) -> R {
        do { return try body() } catch { throw .storage(error) }
    }
}
