import Dispatch
import Glibc
import Storage
import Synchronization
import Testing

@Suite struct FileLockTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func isFree(_ path: String, byte: Int64 = 0) throws -> Bool {
        let lock = try FileLock.attempt(at: path, byte: byte)
        return lock != nil
    }

    private func isFree(_ path: String, within time: Duration) throws -> Bool {
        let lock = try FileLock.acquire(at: path, until: .now + time)
        return lock != nil
    }

    @Test func `a held lock excludes, also in the same process, and ends with its value`() throws {
        let path = directory("lock")
        let held = try FileLock.attempt(at: path)
        #expect(try !isFree(path))
        #expect(try !isFree(path, within: .milliseconds(3)))
        _ = consume held
        #expect(try isFree(path))
        #expect(try directory.names == ["lock"])
    }

    @Test func `each byte is a lock of its own`() throws {
        let path = directory("lock")
        let held = try FileLock.attempt(at: path, byte: 1)
        #expect(try isFree(path, byte: 1 << 40))
        #expect(try !isFree(path, byte: 1))
        _ = consume held
    }

    @Test func `who waits gets the lock when its holder lets go`() async throws {
        let path = directory("lock")
        let waiter: Task<Bool, any Error>
        do {
            let held = try FileLock.attempt(at: path)
            waiter = Task.detached { try isFree(path, within: .seconds(60)) }
            await Task.yield()
            _ = consume held
        }
        #expect(try await waiter.value)
    }

    /// A child has a copy of every descriptor until its program runs: closing the file would not give the lock back.
    @Test func `a lock ends with its value while another thread starts programs`() throws {
        let path = directory("lock")
        let isDone = Atomic(false)
        let children = DispatchGroup()
        DispatchQueue.global().async(group: children) {
            for _ in 0..<200 { _ = unsafe system("true") }
            isDone.store(true, ordering: .releasing)
        }
        var held = 0
        while !isDone.load(ordering: .acquiring) {
            if try !isFree(path) { held += 1 }
            let locks = try ByteLocks(at: path)
            if try !locks.attempt(7) { held += 1 }
        }
        children.wait()
        #expect(held == 0)
    }

    @Test func `a lock that cannot be made is an error`() {
        #expect(throws: StorageError.self) { try isFree(directory("none/lock")) }
    }
}
