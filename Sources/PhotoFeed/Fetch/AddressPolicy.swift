/// Which network addresses a request may reach (contract §4).
public struct AddressPolicy: Hashable, Sendable {
    /// `--allow-private-addresses`.
    public var allowsPrivateAddresses: Bool
    /// The origin (`scheme://host:port`) of the feed that the person typed, which may be private.
    public var trustedOrigin: String?

    /// Makes a policy; without arguments, public addresses only.
    public init(allowsPrivateAddresses: Bool = false, trustedOrigin: String? = nil) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.trustedOrigin = trustedOrigin
    }
}
