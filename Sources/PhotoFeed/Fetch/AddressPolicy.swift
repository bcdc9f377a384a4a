/// Which network addresses a request may reach (contract §4).
///
/// An address that is not the public Internet's (private, loopback, link-local and the like) may be reached only by a
/// request of the same origin as the one the person typed, or where the person allows it for all.
public struct AddressPolicy: Hashable, Sendable {
    /// `--allow-private-addresses`.
    public var allowsPrivateAddresses: Bool
    /// The origin (`scheme://host:port`, or any address of it) of the feed that the person typed, which may be private.
    public var trustedOrigin: String?

    /// Makes a policy; without arguments, public addresses only.
    public init(allowsPrivateAddresses: Bool = false, trustedOrigin: String? = nil) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.trustedOrigin = trustedOrigin
    }

    /// Checks an address before anything is connected, as far as its spelling tells, and gives its origin.
    ///
    /// Throws `badAddress` for what cannot be fetched and `refused` for another scheme, for a host that is spelled as a
    /// private address, and for `localhost`. A host name passes: `refusal(of:for:)` judges what it resolves to.
    ///
    /// `previous` is where a redirect to the address came from: https is never left for http.
    public func admit(
        _ url: String, redirectedFrom previous: HTTPOrigin? = nil
    ) throws(FetchError) -> HTTPOrigin {
        let origin = try HTTPOrigin(url: url)
        if previous?.scheme == .https, origin.scheme == .http {
            throw .refused(url: url, address: "http", reason: "a redirect from https to http")
        }
        if let address = origin.address, let reason = refusal(of: address, for: origin) {
            throw .refused(url: url, address: address.description, reason: reason)
        }
        if origin.isLocalhost, !mayBePrivate(origin) {
            throw .refused(url: url, address: origin.host, reason: "this machine's own name")
        }
        if HTTPOrigin.hasUserInfo(url: url) {
            throw .badAddress(url: url, reason: "user names and passwords are never sent")
        }
        return origin
    }

    /// Why a request of an origin may not reach an address, or `nil` where it may.
    public func refusal(of address: NetworkAddress, for origin: HTTPOrigin) -> String? {
        guard let name = AddressRange.name(of: address), !mayBePrivate(origin) else { return nil }
        return "not a public address (\(name))"
    }

    private func mayBePrivate(_ origin: HTTPOrigin) -> Bool {
        if allowsPrivateAddresses { return true }
        guard let trustedOrigin, let trusted = try? HTTPOrigin(url: trustedOrigin) else { return false }
        return trusted == origin
    }
}
