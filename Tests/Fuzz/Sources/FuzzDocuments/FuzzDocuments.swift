import FuzzSupport

@testable import PhotoWidget

/// Reads what libFuzzer makes up as a configuration, as an entry that was published, and as a page's link: what is read and
/// written again is read as the same.
@main
enum FuzzDocuments {
    static func main() {
        runFuzzer { data, count in
            let bytes = fuzzInput(data, count)
            let text = String(decoding: bytes, as: UTF8.self)
            if let node = try? JSON5Reader.read(text) {
                for written in [node.json.compact, node.json.pretty] {
                    guard let again = try? JSON5Reader.read(written) else {
                        preconditionFailure("what was written is not read: \(written)")
                    }
                    precondition(again.json == node.json, "read as something else: \(written)")
                }
            }
            _ = try? ConfigurationFile(text, path: "/config.json5", widgets: [], home: "/home/a")
            if let entry = try? PublishedEntry.reading(bytes) {
                let written = entry.json.compact
                guard let again = try? PublishedEntry.reading(Array(written.utf8)) else {
                    preconditionFailure("an entry is not read again: \(written)")
                }
                precondition(again.json == entry.json, "an entry is read as something else: \(written)")
            }
            if let target = WebLink.target(of: text) {
                let scheme = target.prefix { $0 != ":" }.lowercased()
                precondition(
                    !["javascript", "data", "file", "vbscript", "blob"].contains(scheme), "a page's own scheme")
                precondition(target.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }, "white space in a link")
            }
            return 0
        }
    }
}
