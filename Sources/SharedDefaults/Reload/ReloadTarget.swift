import FoundationEssentials
import Storage

/// Which widgets a reload is asked for.
public enum ReloadTarget: Equatable, Sendable {
    /// The widgets of these kinds.
    case kinds([String])
    /// Every widget.
    case all

    /// The kinds as the store holds them.
    private var stored: [String] {
        switch self {
        case .kinds(let kinds): kinds
        case .all: ["*"]
        }
    }

    /// Checks that every kind is 1 to 64 letters, digits, `-`, `_` or `.` and does not start with a dot.
    ///
    /// - Throws: ``DefaultsError/badKind(_:)``.
    func validate() throws(DefaultsError) {
        guard case .kinds(let kinds) = self else { return }
        for kind in kinds {
            let isAllowed = kind.utf8.allSatisfy { byte in
                "-_.".utf8.contains(byte) || Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            }
            guard isAllowed, (1...64).contains(kind.utf8.count), !kind.hasPrefix(".") else { throw .badKind(kind) }
        }
    }

    /// Adds the requests inside a transaction.
    func request(
        in database: inout Database, at date: Double, group: GroupName? = nil, key: String? = nil
    ) throws(StorageError) {
        for kind in stored {
            try database.execute(
                "INSERT INTO reload_requests (kind, requested_at, group_name, key) VALUES (?, ?, ?, ?)", .text(kind),
                .real(date), group.map { .text($0.text) } ?? .null, key.map { .text($0) } ?? .null)
        }
    }
}
