import CLinux
import Glibc

/// Where a path that a person named leads: the directory that holds the last name, held open, and that name.
///
/// Links are followed by hand, one after the other, each in the directory before it. A link that another user put into a
/// directory to which every user may write, as /tmp, is refused: where the kernel's own check is switched off too
/// (fs.protected_symlinks), and for every link on the way, not for the last alone.
package struct NamedPlace: ~Copyable {
    /// The directory.
    package let directory: OpenDirectory
    /// The name in it; "." for a path that ends in a directory's own name, as "/" and ".." do.
    package let name: String
    /// What has the name, which is no link; `nil` where nothing has.
    package let status: FileStatus?
    /// Whether the name is of an open file of a process, as /dev/stdout is in the end: a link that only the kernel follows.
    package let isDescriptor: Bool

    /// Follows a path to its last name, which need not exist.
    ///
    /// - Throws: ``StorageError/foreignLink(path:owner:)``, or what the system says of a directory on the way.
    package init(_ path: String) throws(StorageError) {
        var rest = Array(Path.components(of: path).reversed())
        var here = try OpenDirectory(path: Path.isAbsolute(path) ? "/" : ".")
        var links = 0
        while let name = rest.popLast() {
            if name == "." { continue }
            let status = name == ".." ? nil : try here.status(of: name)
            if status?.kind == .symbolicLink {
                if CLinux_is_process_file(here.raw) {
                    if rest.allSatisfy({ $0 == "." }) {
                        self.status = try here.statusFollowing(name)
                        self.name = name
                        directory = here
                        isDescriptor = true
                        return
                    }
                    here = try here.directoryFollowing(name)
                    continue
                }
                try Self.check(here, name, owner: status?.owner ?? 0)
                links += 1
                guard links <= Self.mostLinks, let target = try here.target(of: name) else {
                    throw .system(operation: "open", path: path, errno: ELOOP)
                }
                rest += Path.components(of: target).reversed()
                if Path.isAbsolute(target) { here = try OpenDirectory(path: "/") }
                continue
            }
            if name != "..", rest.allSatisfy({ $0 == "." }) {
                self.status = status
                self.name = name
                directory = here
                isDescriptor = false
                return
            }
            here = try here.directory(name)
        }
        status = try here.status()
        name = "."
        directory = here
        isDescriptor = false
    }

    /// The path, without links where the directory was reached through some.
    package var path: String { name == "." ? directory.path : directory.path(of: name) }

    /// Opens the directory that has the name.
    package consuming func opened() throws(StorageError) -> OpenDirectory {
        name == "." ? directory : try directory.directory(name)
    }

    /// Writes a file whole or not at all, in place of one that has the name; a pipe or a device is written to as it is.
    ///
    /// - Throws: ``StorageError/foreignLink(path:owner:)`` for a pipe or a device that another user put into a directory to
    ///   which every user may write: it would hand on what is written.
    package func write(_ bytes: [UInt8]) throws(StorageError) {
        if status?.kind == .directory { throw .system(operation: "write", path: path, errno: EISDIR) }
        if isDescriptor { return try writeToDescriptor(bytes) }
        guard let status, status.kind == .other else {
            return try AtomicFile.replace(name, in: directory, with: bytes)
        }
        let parent = try directory.status()
        if !status.isOwn, status.owner != 0, parent.isWritableByAll, status.owner != parent.owner {
            throw .foreignLink(path: path, owner: status.owner)
        }
        try unsafe FileDescriptor(opening: name, in: directory, O_WRONLY | O_NOCTTY).write(bytes.span.bytes)
    }

    /// Writes through the descriptor that the shell opened: opening the file anew would begin at its start.
    private func writeToDescriptor(_ bytes: [UInt8]) throws(StorageError) {
        guard let number = Int32(name), let status, FileStatus.of(descriptor: number)?.identity == status.identity
        else {
            throw .notAFile(path: path, isDirectory: false)
        }
        let file = FileDescriptor(taking: fcntl(number, F_DUPFD_CLOEXEC, 0), path: path)
        try unsafe file.write(bytes.span.bytes)
    }

    /// - Source: proc_sys_fs(5), protected_symlinks: the same rule, but without regard to the sticky bit; links of root pass.
    private static func check(
        _ directory: borrowing OpenDirectory, _ name: String, owner: UInt32
    ) throws(StorageError) {
        guard owner != geteuid(), owner != 0 else { return }
        let status = try directory.status()
        if status.isWritableByAll, status.owner != owner {
            throw .foreignLink(path: directory.path(of: name), owner: owner)
        }
    }

    /// As many links as the kernel follows.
    private static let mostLinks = 40
}

extension OpenDirectory {
    /// Opens a directory that a person named, through links but not those of strangers, and makes it and those above it
    /// where they are missing.
    package init(named path: String, creates: Bool) throws(StorageError) {
        do {
            self = try NamedPlace(path).opened()
        } catch let error where error.isMissing && creates && path != Path.parent(of: path) {
            let parent = try OpenDirectory(named: Path.parent(of: path), creates: true)
            try parent.makeDirectory(Path.name(of: path))
            self = try NamedPlace(path).opened()
        } catch {
            throw error
        }
    }
}
