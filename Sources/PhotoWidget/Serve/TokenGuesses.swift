internal import Synchronization
package import WebServer

/// The wrong tokens that came lately, by client: whoever guesses is slowed, and the others are not.
///
/// A client has ten wrong tokens a minute. Beyond that a wrong one is answered after half a second, and while one waits
/// the client's others are turned away unread; so it has two guesses a second. A right token that is read is let through at
/// once in any case.
package final class TokenGuesses: Sendable {
    /// What is to be done with a request that shows a token.
    enum Verdict: Equatable {
        /// It is let through.
        case right
        /// It is told that its token is wrong.
        case wrong
        /// It is told so after a while.
        case slowed(Duration)
        /// It is told to come again; its token was not looked at.
        case unread
    }

    private struct Guesses {
        var count: Int
        var last: ContinuousClock.Instant
        var nextRead: ContinuousClock.Instant
    }

    /// How many wrong tokens are answered at once.
    static let free = 10
    /// How long a client without wrong tokens takes to be forgotten.
    static let memory = Duration.seconds(60)
    /// How long a wrong token waits for its answer after that.
    static let pause = Duration.milliseconds(500)
    /// The most clients that are remembered.
    static let maxClients = 4096

    private let clients = Mutex<[ClientAddress: Guesses]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Knows of no guess yet.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Judges a client's token, which `isRight` compares.
    func judge(_ client: ClientAddress, _ isRight: () -> Bool) -> Verdict {
        let now = now()
        return clients.withLock { clients in
            var guesses = Guesses(count: 0, last: now, nextRead: now)
            if let known = clients[client], now - known.last < Self.memory { guesses = known }
            guard now >= guesses.nextRead else { return .unread }
            if isRight() { return .right }
            guesses.count += 1
            guesses.last = now
            let isSlowed = guesses.count > Self.free
            if isSlowed { guesses.nextRead = now + Self.pause }
            if clients[client] == nil, clients.count >= Self.maxClients { Self.makeRoom(in: &clients, at: now) }
            clients[client] = guesses
            return isSlowed ? .slowed(Self.pause) : .wrong
        }
    }

    /// Forgets clients whose time is over, else the one whose last guess is the oldest.
    private static func makeRoom(in clients: inout [ClientAddress: Guesses], at now: ContinuousClock.Instant) {
        clients = clients.filter { now - $0.value.last < memory }
        guard clients.count >= maxClients, let oldest = clients.min(by: { $0.value.last < $1.value.last }) else {
            return
        }
        clients[oldest.key] = nil
    }
}

extension TokenGuesses {
    /// Why a request that shows a token gets nothing; `nil` where the token is right.
    package func refusal(
        of client: ClientAddress, _ isRight: () -> Bool, else wrong: () -> HTTPResponse
    ) -> HTTPAnswer? {
        switch judge(client, isRight) {
        case .right: nil
        case .wrong: .now(wrong())
        case .slowed(let pause): .delayed(Self.tooMany, by: pause)
        case .unread: .now(Self.tooMany)
        }
    }

    private static let tooMany = HTTPResponse.error(
        429, code: "too_many_tokens", message: "too many wrong tokens came from this address; try again in a second",
        headers: [("Retry-After", "1")])
}
