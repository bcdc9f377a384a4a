import Glibc

/// Symbolic links: read, and replaced in one step.
package enum SymbolicLink {
    /// Points a link at a target, whether it was there or not: a reader sees the old target or the new one.
    ///
    /// With `.published`, the link is on the disk when this returns.
    package static func replace(
        at path: String, with target: String, durability: AtomicFile.Durability = .none
    ) throws(StorageError) {
        let temporary = AtomicFile.temporaryPath(beside: path)
        do {
            try systemCall("link", temporary) {
                unsafe Path.withCString(target) { target in
                    unsafe Path.withCString(temporary) { unsafe symlink(target, $0) }
                }
            }
            try Directory.rename(temporary, to: path)
        } catch {
            _ = try? Directory.removeFile(at: temporary)
            throw error
        }
        if durability == .published { try Directory.synchronize(at: Path.parent(of: path)) }
    }

    /// What a link says; `nil` where there is none.
    package static func target(at path: String) throws(StorageError) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        do {
            let length = try systemCall("read link", path) {
                unsafe Path.withCString(path) { unsafe readlink($0, &bytes, bytes.count) }
            }
            return Path.text(of: bytes.prefix(length).map(UInt8.init(bitPattern:)))
        } catch let error where error.isMissing {
            return nil
        } catch {
            throw error
        }
    }

    /// The path to what a path leads to, without links; `nil` where nothing is there.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = unsafe Path.withCString(path, { unsafe realpath($0, nil) }) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe Path.text(of: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }
}
