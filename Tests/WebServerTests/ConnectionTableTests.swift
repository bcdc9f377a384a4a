import Testing

@testable import WebServer

@Suite struct ConnectionTableTests {
    private let table = ConnectionTable()
    private let start = ContinuousClock.now

    @Test func `only those whose time is over are hung up on, and only once`() {
        // No descriptors of anybody: hanging up on them does nothing.
        table.expect(-1, by: start + .seconds(1))
        table.expect(-2, by: start + .seconds(3))
        #expect(table.sweep(at: start) == 0)
        #expect(table.sweep(at: start + .seconds(2)) == 1)
        #expect(table.sweep(at: start + .seconds(2)) == 0)
        #expect(table.sweep(at: start + .seconds(4)) == 1)
        #expect(table.count == 2)
    }

    @Test func `a connection that has ended is forgotten`() {
        table.expect(-1, by: start)
        table.forget(-1)
        #expect(table.sweep(at: start + .seconds(1)) == 0 && table.count == 0)
    }

    @Test func `progress moves the deadline`() {
        table.expect(-1, by: start + .seconds(1))
        table.expect(-1, by: start + .seconds(5))
        #expect(table.sweep(at: start + .seconds(2)) == 0)
    }
}
