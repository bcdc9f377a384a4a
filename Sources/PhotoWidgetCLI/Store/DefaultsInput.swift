internal import FoundationEssentials
internal import Glibc
internal import PhotoWidget

/// Turns the word of a command line into a value: its text, standard input for `-`, a file's bytes for `@FILE` with data.
struct DefaultsInput {
    /// What the value shall be.
    let type: DefaultsType

    /// Reads a value.
    ///
    /// Of text everything counts; round numbers, dates, JSON and base64, white space does not.
    func value(of word: String) throws -> DefaultsValue {
        if type == .data, word.hasPrefix("@") { return .data(try contents(ofFile: String(word.dropFirst()))) }
        return try value(ofText: word == "-" ? try standardInput() : word)
    }

    /// Reads a value of text that names neither standard input nor a file.
    func value(ofText text: String) throws -> DefaultsValue {
        let trimmed = Self.trimmed(text)
        switch type {
        case .string: return .string(text)
        case .int: return .int(try parsed(trimmed, "a whole number of 64 bits") { Int($0) })
        case .double:
            return .double(try parsed(trimmed, "a number") { Double($0).flatMap { $0.isFinite ? $0 : nil } })
        case .bool: return .bool(try parsed(trimmed, "true or false", Self.bool))
        case .data: return .data(try parsed(trimmed, "base64, or @FILE") { Data(base64Encoded: $0).map([UInt8].init) })
        case .date: return .date(try parsed(trimmed, "a date such as 2026-11-30T01:38:00Z") { CivilTime($0)?.date })
        case .json: return .json(trimmed)
        }
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text.drop { $0.isWhitespace }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    private func parsed<Value>(_ text: String, _ expected: String, _ parse: (String) -> Value?) throws -> Value {
        guard let value = parse(text) else {
            throw UsageError.badValue(option: "VALUE", value: VisibleText.line(text, limit: 80), expected: expected)
        }
        return value
    }

    private static func bool(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "1": true
        case "false", "no", "0": false
        default: nil
        }
    }

    private func contents(ofFile path: String) throws -> [UInt8] {
        do {
            return try FileBytes(path: path, followsLinks: true, maxBytes: SharedDefaults.maxValueBytes).bytes
        } catch .tooLarge(let path, let limit) {
            throw InputError.tooLarge(path: path, limit: limit)
        } catch let error where error.isMissing {
            throw InputError.missing(path: path)
        } catch {
            throw InputError.unreadable(path: path, error)
        }
    }

    /// Standard input as text.
    private func standardInput() throws -> String {
        // Base64 takes four characters for three bytes, and may be wrapped.
        let limit = type == .data ? 2 * SharedDefaults.maxValueBytes : SharedDefaults.maxValueBytes
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw StorageError.system(operation: "read", path: "standard input", errno: errno)
            }
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else { throw InputError.tooLarge(path: "standard input", limit: limit) }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError.badValue(option: "VALUE", value: "standard input", expected: "UTF-8 text")
        }
        return text
    }
}
