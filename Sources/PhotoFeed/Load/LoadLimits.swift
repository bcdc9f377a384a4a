/// What the loader takes from outside.
public struct LoadLimits: Hashable, Sendable {
    /// The largest picture, in bytes.
    public var maxBytes: Int
    /// Whether photos may come from private and loopback addresses.
    public var allowsPrivateAddresses: Bool

    /// The contract's limits: 32 MiB, public addresses only.
    public static let standard = LoadLimits()

    /// Makes limits.
    public init(maxBytes: Int = 32 << 20, allowsPrivateAddresses: Bool = false) {
        self.maxBytes = maxBytes
        self.allowsPrivateAddresses = allowsPrivateAddresses
    }
}
