import Testing

@testable import PhotoFeed

@Suite struct RetryPolicyTests {
    @Test func `waits are anything up to a bound that doubles to its cap`() {
        let policy = RetryPolicy()
        let bounds: [Duration] = (0..<8).map { policy.delay(beforeRetry: $0, random: 1) }
        #expect(bounds == [.milliseconds(500)] + [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
        #expect(policy.delay(beforeRetry: 3, random: 0) == .zero)
        #expect(policy.delay(beforeRetry: .max, random: 0.5) == .seconds(15))
    }
}
