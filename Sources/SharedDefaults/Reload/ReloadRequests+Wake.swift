package import Storage

extension ReloadRequests {
    /// Wakes whoever waits for requests below a state directory, without one: for a schedule that has changed.
    package static func wake(stateDirectory: String) throws(StorageError) {
        let layout = StoreLayout(directory: stateDirectory)
        if try FileStatus.of(layout.notice) == nil {
            try FileAccess.createEmpty(at: layout.notice, permissions: layout.permissions)
        }
        try FileAccess.touch(layout.notice)
    }
}
