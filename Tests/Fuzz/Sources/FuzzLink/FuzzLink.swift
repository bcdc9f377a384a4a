import FuzzSupport

@testable import SharedDefaults

/// Reads what libFuzzer makes up as a deep link, and writes desktop entries of commands of it, which are read as a desktop
/// reads them.
@main
enum FuzzLink {
    static func main() {
        runFuzzer { data, count in
            FuzzLink.read(fuzzInput(data, count))
            return 0
        }
    }

    private static func read(_ input: [UInt8]) {
        link(String(decoding: input, as: UTF8.self))
        var recipe = Recipe(input)
        let names = ["wooribudget", "a", "x-y+z.1", recipe.text(upTo: 8)]
        guard let scheme = try? LinkScheme(names[recipe.choice(of: names.count)]) else { return }
        let command = (0..<1 + recipe.choice(of: 4)).map { _ in recipe.text(upTo: 24) }
        let options = (0..<recipe.choice(of: 3)).map { _ in recipe.text(upTo: 12) }
        entry(DesktopEntry(scheme: scheme, command: command, options: options))
    }

    private static func link(_ text: String) {
        guard let link = try? LinkURL(text) else { return }
        precondition(link.text == text && text.utf8.count <= LinkURL.maxBytes)
        precondition(
            LinkScheme.isValid(link.scheme) && link.scheme == link.scheme.lowercased(), "a scheme: \(link.scheme)")
        precondition(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a link that no desktop hands over")
        if let host = link.host {
            precondition(!host.isEmpty && host == host.lowercased(), "a host: \(host)")
            precondition(!host.utf8.contains { "/?#@".utf8.contains($0) }, "a host with a path: \(host)")
        }
        guard let again = try? LinkURL(link.text) else { preconditionFailure("a link is not read again") }
        precondition(again == link)
    }

    /// Reads the file as a desktop does: one line a key, the string's escapes undone, then the quotes of the command.
    private static func entry(_ entry: DesktopEntry) {
        let lines = entry.text.split(separator: "\n", omittingEmptySubsequences: false)
        precondition(
            lines.first == "[Desktop Entry]" && lines.last == "" && lines.count == 9, "other lines: \(entry.text)")
        for (line, start) in zip(lines.dropFirst(), ["Type=", "Name=", "Comment=", "Exec=", "MimeType=", "NoDisplay="])
        {
            precondition(line.utf8.starts(with: start.utf8), "a line that is no \(start): \(line)")
        }
        precondition(!entry.name.utf8.contains(UInt8(ascii: "/")), "a name with a folder: \(entry.name)")
        guard let exec = lines.first(where: { $0.utf8.starts(with: "Exec=".utf8) }) else {
            preconditionFailure("no Exec")
        }
        let words = words(unescaped(exec.unicodeScalars.dropFirst("Exec=".count)))
        let expected = entry.command + ["\u{1}u"] + entry.options
        precondition(words == expected, "\(expected) is read as \(words ?? [])")
    }

    private static func unescaped(_ text: Substring.UnicodeScalarView) -> [Unicode.Scalar] {
        let escapes: [Unicode.Scalar: Unicode.Scalar] = ["s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"]
        var (result, rest) = ([Unicode.Scalar](), text)
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let next = rest.popFirst() else {
                result.append(scalar)
                continue
            }
            result += escapes[next].map { [$0] } ?? [scalar, next]
        }
        return result
    }

    /// The words of a command, the field code for the address being one of them; `nil` where the text is no command.
    private static func words(_ text: [Unicode.Scalar]) -> [String]? {
        var (words, word) = ([String](), String.UnicodeScalarView?.none)
        var (isQuoted, rest) = (false, text[...])
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"":
                isQuoted.toggle()
                word = word ?? String.UnicodeScalarView()
            case "\\" where isQuoted:
                guard let next = rest.popFirst(), "\"`$\\".unicodeScalars.contains(next) else { return nil }
                word = (word ?? String.UnicodeScalarView()) + [next]
            case " " where !isQuoted:
                if let word { words.append(String(word)) }
                word = nil
            case "%":
                guard let code = rest.popFirst(), code == "%" || (code == "u" && !isQuoted) else { return nil }
                word = (word ?? String.UnicodeScalarView()) + (code == "%" ? ["%"] : ["\u{1}", "u"])
            default: word = (word ?? String.UnicodeScalarView()) + [scalar]
            }
        }
        if let word { words.append(String(word)) }
        return isQuoted ? nil : words
    }
}
