import CLinux
import Glibc

/// Tells when names in a directory are made, written, renamed or removed; sleeps in between.
///
/// Events are the kernel's (inotify): no polling. Waiting belongs to one thread; ``stop()`` may be called from any.
package final class DirectoryWatch: Sendable {
    /// Why a wait ended.
    package enum Outcome: Equatable, Sendable {
        /// Something happened to these names.
        case changed(Set<String>)
        /// Events were lost, or the directory itself has gone: look again, and watch anew.
        case lost
        /// Whoever reads what is made of the events has closed the descriptor.
        case readerGone
        /// ``DirectoryWatch/stop()`` was called.
        case stopped
        /// The deadline passed.
        case timedOut
    }

    private let events: FileDescriptor
    private let stopping: FileDescriptor

    /// Starts to watch: what happens from now on is told.
    ///
    /// With `also`, the names in another directory are told too, if this user may list it.
    package init(at path: String, also other: String? = nil) throws(StorageError) {
        let raw = try systemCall("watch", path) { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
        events = FileDescriptor(taking: raw, path: path)
        stopping = FileDescriptor(taking: try systemCall("watch", path) { CLinux_make_event() }, path: path)
        let mask =
            IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR
        try systemCall("watch", path) {
            unsafe Path.withCString(path) { unsafe inotify_add_watch(raw, $0, UInt32(bitPattern: mask)) }
        }
        if let other {
            _ = unsafe Path.withCString(other) { unsafe inotify_add_watch(raw, $0, UInt32(bitPattern: mask)) }
        }
    }

    /// Ends the wait that is going on, and every later one.
    package func stop() { CLinux_signal_event(stopping.raw) }

    /// Sleeps until something happens.
    ///
    /// `reader` is a descriptor whose other end may be closed, as of a pipe that is written to.
    package func wait(until deadline: ContinuousClock.Instant? = nil, reader: Int32? = nil) throws(StorageError)
        -> Outcome
    {
        while true {
            var polled = [
                pollfd(fd: stopping.raw, events: Int16(POLLIN), revents: 0),
                pollfd(fd: events.raw, events: Int16(POLLIN), revents: 0),
                pollfd(fd: reader ?? -1, events: 0, revents: 0),
            ]
            let count = try systemCall("watch", events.path) {
                unsafe poll(&polled, nfds_t(polled.count), Self.milliseconds(until: deadline))
            }
            if polled[0].revents != 0 { return .stopped }
            if polled[1].revents != 0 {
                let outcome = try read()
                if outcome != .changed([]) { return outcome }
            }
            if polled[2].revents != 0 { return .readerGone }
            if count == 0, let deadline, deadline <= .now { return .timedOut }
        }
    }

    /// What poll(2) takes: rounded up, -1 for ever.
    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        return Int32(clamping: max(0, Int((deadline - .now) / .microseconds(1)) + 999) / 1000)
    }

    /// The events at hand, all of them.
    private func read() throws(StorageError) -> Outcome {
        var names: Set<String> = []
        var isLost = false
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(events.raw, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                if count < 0, errno != EAGAIN {
                    throw .system(operation: "watch", path: events.path, errno: errno)
                }
                return isLost ? .lost : .changed(names)
            }
            Self.parse(unsafe buffer.span.bytes.extracting(first: count), into: &names, isLost: &isLost)
        }
    }

    /// Takes events apart: watch, mask, cookie, length of the name, four bytes each, then the name, padded with zeros.
    ///
    /// - Source: inotify(7).
    private static func parse(_ bytes: RawSpan, into names: inout Set<String>, isLost: inout Bool) {
        var rest = bytes
        while rest.byteCount >= 16 {
            let mask = unsafe Int32(bitPattern: rest.unsafeLoad(fromByteOffset: 4, as: UInt32.self))
            let length = unsafe Int(rest.unsafeLoad(fromByteOffset: 12, as: UInt32.self))
            if mask & (IN_Q_OVERFLOW | IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 { isLost = true }
            let name = unsafe rest.extracting(16..<min(16 + length, rest.byteCount)).withUnsafeBytes { bytes in
                unsafe Path.text(of: bytes.prefix { $0 != 0 })
            }
            if !name.isEmpty { names.insert(name) }
            rest = rest.extracting(droppingFirst: min(16 + length, rest.byteCount))
        }
    }
}
