import Synchronization
import Testing
import WebServer

@testable import PhotoWidget

@Suite struct TokenGuessesTests {
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { time.withLock { $0 } }

        func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    private let clock = Clock()
    private let client = ClientAddress(number: 1)

    private func guesses() -> TokenGuesses { TokenGuesses { [clock] in clock.now } }

    @Test func `ten wrong tokens are told at once, each further one after a while`() {
        let guesses = guesses()
        for _ in 0..<TokenGuesses.free { #expect(guesses.judge(client) { false } == .wrong) }
        #expect(guesses.judge(client) { false } == .slowed(TokenGuesses.pause))
        clock.advance(by: TokenGuesses.pause)
        #expect(guesses.judge(client) { false } == .slowed(TokenGuesses.pause))
    }

    @Test func `while one waits no other is read`() {
        let guesses = guesses()
        for _ in 0...TokenGuesses.free { _ = guesses.judge(client) { false } }
        let isRead = Mutex(false)
        #expect(
            guesses.judge(client) {
                isRead.withLock { $0 = true }; return true
            } == .unread)
        #expect(!isRead.withLock { $0 })
    }

    @Test func `a right token is let through at once, and does not forgive the wrong ones`() {
        let guesses = guesses()
        for _ in 0...TokenGuesses.free { _ = guesses.judge(client) { false } }
        clock.advance(by: TokenGuesses.pause)
        for _ in 0..<100 { #expect(guesses.judge(client) { true } == .right) }
        #expect(guesses.judge(client) { false } == .slowed(TokenGuesses.pause))
    }

    @Test func `another client is not slowed`() {
        let guesses = guesses()
        for _ in 0..<50 { _ = guesses.judge(client) { false } }
        #expect(guesses.judge(ClientAddress(number: 2)) { false } == .wrong)
        #expect(guesses.judge(ClientAddress(number: 2)) { true } == .right)
    }

    @Test func `a minute without wrong tokens is enough`() {
        let guesses = guesses()
        for _ in 0...TokenGuesses.free { _ = guesses.judge(client) { false } }
        clock.advance(by: TokenGuesses.memory)
        for _ in 0..<TokenGuesses.free { #expect(guesses.judge(client) { false } == .wrong) }
    }

    @Test func `of more clients than are remembered, the oldest guess is forgotten`() {
        let guesses = guesses()
        for _ in 0...TokenGuesses.free { _ = guesses.judge(client) { false } }
        clock.advance(by: .seconds(1))
        for number in 2...UInt64(TokenGuesses.maxClients + 1) {
            _ = guesses.judge(ClientAddress(number: number)) { false }
        }
        #expect(guesses.judge(client) { false } == .wrong)
    }
}
