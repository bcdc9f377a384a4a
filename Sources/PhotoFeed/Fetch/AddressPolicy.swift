/// Which network addresses a request may reach (contract §4).
///
/// An address that is not the public Internet's (private, loopback, link-local and the like) may be reached only by a
/// request of the same origin as the one the person typed, or where the person allows it for all.
public struct AddressPolicy: Hashable, Sendable {
    /// `--allow-private-addresses`.
    public var allowsPrivateAddresses: Bool
    /// `--allow-addresses`: blocks that count as public.
    public var allowedBlocks: [AddressBlock]
    /// The origin (`scheme://host:port`, or any address of it) of the feed that the person typed, which may be private.
    public var trustedOrigin: String?
    /// An origin that the person typed too, and that was reached at a public address: it stays public, so that its owner
    /// cannot point its name at this network once its feed has come.
    public private(set) var publicOrigin: String?

    /// Makes a policy; without arguments, public addresses only.
    public init(
        allowsPrivateAddresses: Bool = false, allowedBlocks: [AddressBlock] = [], trustedOrigin: String? = nil
    ) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.allowedBlocks = allowedBlocks
        self.trustedOrigin = trustedOrigin
    }

    /// Whether a person typed the origin.
    var hasTypedOrigin: Bool { trustedOrigin != nil || publicOrigin != nil }

    /// Holds the typed origin to where it was reached: after a public address, to public ones.
    ///
    /// An origin that is spelled as a number stays as it is: it leads to the same address tomorrow.
    public mutating func learn(_ reach: Reach) {
        guard reach == .publicNetwork, let origin = trustedOrigin,
            (try? HTTPOrigin(url: origin))?.address == nil
        else { return }
        publicOrigin = origin
        trustedOrigin = nil
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
        if origin.isLocalhost, !mayBePrivate(origin), !allowsLoopback {
            throw .refused(url: url, address: origin.host, reason: "this machine's own name")
        }
        if HTTPOrigin.hasUserInfo(url: url) {
            throw .badAddress(url: url, reason: "user names and passwords are never sent")
        }
        return origin
    }

    /// Why a request of an origin may not reach an address, or `nil` where it may.
    public func refusal(of address: NetworkAddress, for origin: HTTPOrigin) -> String? {
        guard let name = name(of: address), !mayBePrivate(origin) else { return nil }
        let past = Self.isOrigin(origin, of: publicOrigin) ? "; its name led to a public one before" : ""
        return "not a public address (\(name))\(past)"
    }

    /// Whether an origin is the one that the person typed.
    func isTyped(_ origin: HTTPOrigin) -> Bool { Self.isOrigin(origin, of: trustedOrigin) }

    /// Where the typed origin was reached by a request of an origin; `nil` for a request of another origin.
    func reach(of address: NetworkAddress, for origin: HTTPOrigin) -> Reach? {
        guard isTyped(origin) else { return nil }
        return name(of: address) == nil ? .publicNetwork : .privateNetwork
    }

    /// What an address is where it does not count as public.
    private func name(of address: NetworkAddress) -> String? {
        AddressRange.name(of: address).flatMap { name in
            allowedBlocks.contains { $0.contains(address) } ? nil : name
        }
    }

    /// Whether `localhost` may be looked up: what it leads to is judged then.
    private var allowsLoopback: Bool {
        ["127.0.0.1", "[::1]"].compactMap { NetworkAddress(host: $0) }.contains { name(of: $0) == nil }
    }

    private func mayBePrivate(_ origin: HTTPOrigin) -> Bool {
        allowsPrivateAddresses || Self.isOrigin(origin, of: trustedOrigin)
    }

    private static func isOrigin(_ origin: HTTPOrigin, of url: String?) -> Bool {
        guard let url, let other = try? HTTPOrigin(url: url) else { return false }
        return other == origin
    }
}
