internal import CMicrohttpd

/// Whom a connection counts for: an IPv4 address, or the network of 64 bits that an IPv6 address lies in.
package struct ClientAddress: Hashable, Sendable {
    private let network: UInt64
    private let host: UInt64

    init(_ client: CMicrohttpd_client) {
        network = client.network
        host = client.host
    }

    /// A client for tests, told from others by a number.
    package init(number: UInt64) {
        network = 0
        host = number
    }
}
