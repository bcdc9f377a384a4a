internal import PhotoWidget

/// Whether the databases are sound; nothing is written, and none is made.
enum DatabaseChecks {
    /// The checks of those databases that there are.
    static func all(_ directories: SessionDirectories) -> [MachineCheck] {
        let state = (try? directories.state) ?? ""
        let index = check(
            id: "cache-index", remedy: "photowidget cache verify --repair makes it anew; nothing is lost but time"
        ) { () throws(StorageError) in try DiskCache.indexFindings(in: try directories.cache) }
        let store = check(
            id: "shared-store",
            remedy: "move \(state)/store/defaults.sqlite away; apps write their values again"
        ) { () throws(StorageError) in try SharedDefaults.storeFindings(in: try directories.state) }
        return [index, store].compactMap(\.self)
    }

    private static func check(
        id: String, remedy: String, _ findings: () throws(StorageError) -> [String]?
    ) -> MachineCheck? {
        do throws(StorageError) {
            guard let findings = try findings() else { return nil }
            guard let first = findings.first else { return MachineCheck(id: id, status: .ok, finding: "sound") }
            return MachineCheck(id: id, status: .failed, finding: "damaged: \(first)", remedy: remedy)
        } catch .noHome {
            // The check of the directory says so.
            return nil
        } catch let error where error.isDamaged {
            return MachineCheck(id: id, status: .failed, finding: "damaged: \(error)", remedy: remedy)
        } catch {
            return MachineCheck(
                id: id, status: .warning, finding: "\(error)", remedy: "see who uses it, and its owner and mode")
        }
    }
}
