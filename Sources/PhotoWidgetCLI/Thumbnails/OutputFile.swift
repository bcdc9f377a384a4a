internal import Glibc
internal import PhotoWidget

/// A file that the command line names as an output.
struct OutputFile {
    /// The path as typed.
    let path: String

    /// Writes it whole or not at all, through a link where it is one; a device or a pipe is written to as it is.
    ///
    /// Throws `OutputFileError`, which names the path as typed and not the temporary file beside it.
    func write(_ bytes: [UInt8]) throws {
        do {
            try put(bytes)
        } catch let error as StorageError {
            throw OutputFileError(path: path, cause: error)
        }
    }

    private func put(_ bytes: [UInt8]) throws {
        var target = path
        if let resolved = unsafe Path.withCString(path, { unsafe realpath($0, nil) }) {
            target = unsafe Path.text(of: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
            unsafe free(resolved)
        }
        if let status = try FileStatus.of(target), status.kind == .other {
            let descriptor = unsafe Path.withCString(target) { unsafe open($0, O_WRONLY | O_CLOEXEC) }
            guard descriptor >= 0 else { throw StorageError.system(operation: "open", path: path, errno: errno) }
            defer { close(descriptor) }
            try FileDescriptorOutput(descriptor: descriptor).write(bytes)
        } else {
            try AtomicFile.replace(at: target, with: bytes)
        }
    }
}

/// Why an output that the command line names was not written; what had its name before is still there.
struct OutputFileError: Error {
    /// The path as typed.
    let path: String
    /// What the system said.
    let cause: StorageError
}

extension OutputFileError: CustomStringConvertible {
    var description: String {
        guard case .system(_, _, let number) = cause else { return "\(path): \(cause)" }
        let reason = unsafe String(cString: strerror(number))
        return "\(path): cannot be written: \(reason)"
    }
}
