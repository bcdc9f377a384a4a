import Testing

@testable import Storage

@Suite struct ByteLocksTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `a byte is held by one holder, and free when given back`() throws {
        let one = try ByteLocks(at: directory.path + "/locks")
        let other = try ByteLocks(at: directory.path + "/locks")
        #expect(try one.attempt(5))
        #expect(try !other.attempt(5))
        #expect(try other.attempt(6))
        one.release(5)
        #expect(try other.attempt(5))
    }

    @Test func `the locks end with their holder`() throws {
        do {
            let one = try ByteLocks(at: directory.path + "/locks")
            #expect(try one.attempt(1))
            extendLifetime(one)
        }
        #expect(try ByteLocks(at: directory.path + "/locks").attempt(1))
    }
}
