/// What the loader takes from outside.
public struct LoadLimits: Hashable, Sendable {
    /// The largest picture, in bytes.
    public var maxBytes: Int
    /// Whether photos may come from private and loopback addresses.
    public var allowsPrivateAddresses: Bool
    /// Blocks of addresses that count as public.
    public var allowedBlocks: [AddressBlock]
    /// How long another process that fetches the same address is waited for; as long as a fetch may take.
    public var patience: Duration

    /// Which addresses a request may reach whose feed, or itself, a person typed.
    func policy(typed origin: String?) -> AddressPolicy {
        AddressPolicy(
            allowsPrivateAddresses: allowsPrivateAddresses, allowedBlocks: allowedBlocks, trustedOrigin: origin)
    }

    /// The contract's limits: 32 MiB, public addresses only.
    public static let standard = LoadLimits()

    /// Makes limits.
    public init(
        maxBytes: Int = 32 << 20, allowsPrivateAddresses: Bool = false, allowedBlocks: [AddressBlock] = [],
        patience: Duration = .seconds(30)
    ) {
        self.maxBytes = maxBytes
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.allowedBlocks = allowedBlocks
        self.patience = patience
    }
}
