internal import Glibc

/// Standard output or standard error.
struct FileDescriptorOutput: TextOutput {
    /// The descriptor, open while the program runs.
    let descriptor: Int32

    var isTerminal: Bool { isatty(descriptor) == 1 }

    func write(_ bytes: [UInt8]) throws(OutputError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                throw .closed
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
    }
}
