import FoundationEssentials
import Storage

extension DefaultsValue {
    /// The value as the database holds it.
    var stored: DatabaseValue {
        switch self {
        case .string(let text), .json(let text): .text(text)
        case .int(let number): .integer(number)
        case .double(let number): .real(number)
        case .bool(let value): .integer(value ? 1 : 0)
        case .data(let bytes): .bytes(bytes)
        case .date(let date): .real(date.timeIntervalSince1970)
        }
    }

    /// Reads columns `type` and `value`; the table's constraints say that they fit each other.
    init(_ row: borrowing DatabaseRow, type: Int32, value: Int32) {
        switch DefaultsType(rawValue: row.text(type)) {
        case .int: self = .int(row.integer(value))
        case .double: self = .double(row.real(value))
        case .bool: self = .bool(row.integer(value) != 0)
        case .data: self = .data(row.bytes(value))
        case .date: self = .date(Date(timeIntervalSince1970: row.real(value)))
        case .json: self = .json(row.text(value))
        case .string, nil: self = .string(row.text(value))
        }
    }

    /// Checks what the types of Swift do not say.
    ///
    /// - Throws: ``DefaultsError/notFinite(key:)``, ``DefaultsError/brokenJSON(key:reason:)``,
    ///   ``DefaultsError/tooLarge(key:byteCount:)``.
    func validate(forKey key: String) throws(DefaultsError) {
        switch self {
        case .double(let number) where !number.isFinite: throw .notFinite(key: key)
        case .date(let date) where !date.timeIntervalSince1970.isFinite: throw .notFinite(key: key)
        case .string(let text): try Self.check(text.utf8.count, key)
        case .data(let bytes): try Self.check(bytes.count, key)
        case .json(let text):
            try Self.check(text.utf8.count, key)
            if let fault = JSONSyntax.fault(in: text) { throw .brokenJSON(key: key, reason: fault) }
        case .int, .bool, .double, .date: break
        }
    }

    private static func check(_ byteCount: Int, _ key: String) throws(DefaultsError) {
        if byteCount > SharedDefaults.maxValueBytes { throw .tooLarge(key: key, byteCount: byteCount) }
    }
}
