/// Where the origin that a person typed was reached, kept with its answer: what was public then stays public.
public enum Reach: String, Hashable, Sendable {
    /// At a public address, or not at an origin that may be private.
    case publicNetwork = "public"
    /// At a private, loopback or link-local address.
    case privateNetwork = "private"
    /// Through a proxy, which looked the name up itself.
    case proxy
}
