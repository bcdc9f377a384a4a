/// What answers requests; called by several threads at once.
package protocol HTTPHandler: Sendable {
    /// Answers a request, or says how it will be answered; must not wait for anything slower than a file.
    func answer(_ request: borrowing HTTPRequest) -> HTTPAnswer
    /// The answer to a request that the server itself turns down: 400, 413 and 503, with headers of the server's.
    func refusal(
        status: Int, code: String, message: String, headers: [(name: String, value: String)]
    ) -> HTTPResponse
    /// Hears of each answer that was given, with the bytes of its body.
    func note(_ response: HTTPResponse, byteCount: Int)
}

/// How a request is answered.
package enum HTTPAnswer: Sendable {
    /// At once; a body that comes with the request is not looked at.
    case now(HTTPResponse)
    /// After a while in which no thread waits; the body is not looked at.
    case delayed(HTTPResponse, by: Duration)
    /// After work that may take its time, on a thread of its own, with the request's body.
    case later(HTTPWork)
}

/// Work that answers a request.
package struct HTTPWork: Sendable {
    /// The most bytes that the request's body may have.
    let bodyLimit: Int
    /// Makes the answer.
    let run: @Sendable (_ body: [UInt8]) -> HTTPResponse

    /// Describes work.
    package init(bodyLimit: Int, _ run: @escaping @Sendable (_ body: [UInt8]) -> HTTPResponse) {
        self.bodyLimit = bodyLimit
        self.run = run
    }
}
