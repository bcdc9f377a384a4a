internal import Glibc

/// The other end of the standard output: whether its reader has gone, and whether it had read everything.
struct OutputEnd {
    /// The descriptor to watch; `nil` where the output is not one.
    let descriptor: Int32?

    init(_ shell: Shell) { descriptor = (shell.out as? FileDescriptorOutput)?.descriptor }

    /// Whether nothing that was written waits to be read, as far as the kernel knows.
    var isDrained: Bool {
        var waiting: Int32 = 0
        guard let descriptor, unsafe ioctl(descriptor, UInt(FIONREAD), &waiting) == 0 else { return false }
        return waiting == 0
    }
}
