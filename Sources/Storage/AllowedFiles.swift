internal import CSandbox
internal import Glibc

/// Which files a process still uses after it has confined itself; all others are refused to it by the kernel (Landlock).
package struct AllowedFiles: Equatable, Sendable {
    /// What may be done with a file, or with a directory and all below it.
    package struct Rights: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Files are read and directories listed.
        package static let reads = Rights(rawValue: CSandbox_reads.rawValue)
        /// Directories are listed, and no file in them is read.
        package static let lists = Rights(rawValue: CSandbox_lists.rawValue)
        /// Files are written, made, renamed and removed.
        package static let writes = Rights(rawValue: CSandbox_writes.rawValue)
        /// Programs are started.
        package static let starts = Rights(rawValue: CSandbox_executes.rawValue)
        /// Devices take commands, as a terminal that is asked for its size.
        package static let controlsDevices = Rights(rawValue: CSandbox_controls_devices.rawValue)
    }

    /// What became of a wish to be confined.
    package enum Outcome: Equatable, Sendable {
        /// The process is confined.
        case confined
        /// The kernel cannot do it: it is older than 5.19, or has Landlock switched off.
        case unsupported
        /// The kernel refused, with an error number.
        case refused(Int32)
    }

    /// The oldest version of Landlock that is of use: before it no file moves from one directory to another.
    package static let oldestVersion: Int32 = 2

    /// The version of Landlock that the kernel has, 0 for none.
    package static var kernelVersion: Int32 { CSandbox_get_landlock_version() }

    /// The rights by path.
    package private(set) var rights: [String: Rights] = [:]

    /// Nothing may be done.
    package init() {}

    /// Allows something with a file, or with a directory and all below it; links in the path are followed.
    package mutating func allow(_ added: Rights, at path: String) {
        rights[path, default: []].formUnion(added)
    }

    /// Confines the calling thread and all that it starts from now on, for good.
    ///
    /// Other threads stay as they were, so this is called while there is one. A path where nothing is, is passed over.
    package func confine() -> Outcome {
        guard Self.kernelVersion >= Self.oldestVersion else { return .unsupported }
        let rules = CSandbox_make_ruleset(false, false)
        guard rules >= 0 else { return .refused(errno) }
        defer { close(rules) }
        for (path, allowed) in rights {
            // What is not there, or cannot be reached, cannot be used without a rule either.
            _ = unsafe Path.withCString(path) { unsafe CSandbox_allow_path(rules, $0, allowed.rawValue) }
        }
        return CSandbox_restrict_self(rules) == 0 ? .confined : .refused(errno)
    }
}
