internal import Glibc
package import Storage

/// A file that a person names as an output.
///
/// It is written whole or not at all. A file that is there is replaced only where the program wrote it, which its mark
/// says (``OutputMark``), where it is empty, or where the person insists; a file that is read is never replaced.
package struct OutputFile: Sendable {
    /// The path as typed.
    package let path: String
    /// Whether a file that the program did not write may be replaced.
    private let isForced: Bool
    /// What is read, and so not written.
    private let inputs: Set<FileIdentity>
    /// Whether the first bytes of a file say that the program wrote it.
    private let isOurs: @Sendable ([UInt8]) -> Bool

    /// Names an output.
    package init(
        path: String, isForced: Bool, inputs: Set<FileIdentity> = [],
        isOurs: @escaping @Sendable ([UInt8]) -> Bool = OutputMark.isThere
    ) {
        self.path = path
        self.isForced = isForced
        self.inputs = inputs
        self.isOurs = isOurs
    }

    /// Checks that the file may be written, before anything is.
    package func check() throws(OutputFileError) {
        _ = try place()
    }

    /// Writes it, through links but not those of strangers; a device or a pipe is written to as it is.
    package func write(_ bytes: [UInt8]) throws(OutputFileError) {
        let place = try place()
        try telling { () throws(StorageError) in try place.write(bytes) }
    }

    private func place() throws(OutputFileError) -> NamedPlace {
        let place = try telling { () throws(StorageError) in try NamedPlace(path) }
        if let status = place.status, inputs.contains(status.identity) {
            throw OutputFileError(path: path, reason: .isInput)
        }
        if !isForced {
            let isForeign = try telling { () throws(StorageError) in try holdsForeignFile(place) }
            if isForeign { throw OutputFileError(path: path, reason: .isForeign) }
        }
        return place
    }

    private func telling<R: ~Copyable>(_ body: () throws(StorageError) -> R) throws(OutputFileError) -> R {
        do { return try body() } catch { throw OutputFileError(path: path, cause: error) }
    }

    private func holdsForeignFile(_ place: borrowing NamedPlace) throws(StorageError) -> Bool {
        guard let status = place.status, status.kind == .file, status.byteCount > 0, !place.isDescriptor else {
            return false
        }
        do throws(StorageError) {
            return !isOurs(try place.directory.beginning(of: place.name, byteCount: OutputMark.reach))
        } catch let error where error.isPermission {
            // What cannot be read cannot be told to be ours.
            return true
        } catch let error where error.isMissing {
            return false
        } catch {
            throw error
        }
    }
}

/// Why an output that a person named was not written; what had its name before is still there.
package struct OutputFileError: Error, Equatable, Sendable {
    /// What stands in the way.
    package enum Reason: Equatable, Sendable {
        /// What the system said.
        case system(StorageError)
        /// The file is one of those that are read.
        case isInput
        /// The program did not write the file that is there.
        case isForeign
    }

    /// The path as typed.
    package let path: String
    /// What stands in the way.
    package let reason: Reason

    /// Names an output and what stands in its way.
    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// Names an output and what the system said.
    package init(path: String, cause: StorageError) { self.init(path: path, reason: .system(cause)) }
}

extension OutputFileError: CustomStringConvertible {
    /// The path as typed, not that of a temporary file beside it, and what stands in the way.
    package var description: String {
        switch reason {
        case .system(.system(_, _, let number)):
            "\(path): cannot be written: \(unsafe String(cString: strerror(number)))"
        case .system(let cause): cause.path == path ? "\(cause)" : "\(path): \(cause)"
        case .isInput: "\(path): is an input too, and would be lost; name another output"
        case .isForeign: "\(path): is there, and photowidget did not write it; --force replaces it"
        }
    }
}
