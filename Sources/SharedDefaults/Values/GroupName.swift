/// The name of an app group: `group.` and a dotted identifier, as in `group.com.example.app`.
///
/// At most 128 bytes; the parts between the dots are ASCII letters, digits, `-` and `_`, and none is empty. Such a name
/// leads nowhere in a file system.
public struct GroupName: Hashable, Sendable, CustomStringConvertible {
    /// The name as it was given; case matters.
    public let text: String

    /// Checks a name.
    ///
    /// - Throws: ``DefaultsError/badGroup(_:)``.
    public init(_ text: String) throws(DefaultsError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= 128, parts.count >= 2, parts[0].elementsEqual("group".utf8),
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isAllowed) })
        else { throw .badGroup(text) }
        self.text = text
    }

    /// Trusts a name that the store holds: it was checked when it came in.
    init(stored text: String) { self.text = text }

    /// The name.
    public var description: String { text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
