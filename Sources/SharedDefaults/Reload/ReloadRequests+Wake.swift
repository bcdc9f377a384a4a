package import Storage

extension ReloadRequests {
    /// Wakes the processes that wait for requests below a state directory, without one: for a schedule that has changed.
    package static func wake(stateDirectory: String) throws(StorageError) {
        let layout = StoreLayout(stateDirectory: stateDirectory)
        // A process that waits has made the directory.
        guard try FileStatus.of(layout.directory)?.kind == .directory else { return }
        if try FileStatus.of(layout.notice) == nil {
            try FileAccess.createEmpty(at: layout.notice, permissions: layout.permissions)
        }
        try FileAccess.touch(layout.notice)
    }
}
