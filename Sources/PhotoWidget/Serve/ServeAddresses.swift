package import WebServer

/// Addresses of a server beyond those of what is published.
package protocol ServeAddresses: Sendable {
    /// Answers a request, whose host is known to be this one; whether this client may ask is for this method to say.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - segments: The parts of its path, at least one.
    /// - Returns: `nil` where the address is none of these.
    func answer(_ request: borrowing HTTPRequest, _ segments: [String]) -> HTTPAnswer?
}
