import FuzzSupport

@testable import PhotoFeed

/// Reads what libFuzzer makes up as addresses, and spells private addresses in the ways that readers of addresses know: the
/// policy refuses each, or the address is none.
@main
enum FuzzAddress {
    static func main() {
        runFuzzer { data, count in
            let input = fuzzInput(data, count)
            FuzzAddress.read(String(decoding: input, as: UTF8.self))
            var recipe = Recipe(input)
            FuzzAddress.spell(&recipe)
            return 0
        }
    }

    private static func read(_ text: String) {
        for host in [text, "[\(text)]"] {
            guard let address = NetworkAddress(host: host) else { continue }
            let written = address.bytes.count == 4 ? address.description : "[\(address.description)]"
            precondition(NetworkAddress(host: written) == address, "\(written) is read as another address")
        }
        for url in [text, "http://\(text)", "https://\(text)/"] {
            if let origin = try? HTTPOrigin(url: url) {
                precondition(origin.port > 0 && !origin.host.isEmpty && origin.host.utf8.count <= 1000)
                precondition(origin.host == origin.host.lowercased() || origin.address != nil, "capitals in a host")
                let again = try? HTTPOrigin(url: origin.description)
                precondition(again == origin, "\(origin) is read as another origin")
            }
            if let address = WebAddress(url) {
                precondition(WebAddress(address.description) == address, "\(address) is read as another address")
                let path = "\(address.path)\(address.query ?? "")"
                precondition(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "an address that cannot be sent: \(path)")
            }
            if let origin = try? AddressPolicy().admit(url), let address = origin.address {
                precondition(AddressRange.name(of: address) == nil, "\(url) is let through")
            }
        }
    }

    /// Networks that are not the public Internet's, of which an address is made.
    private static let networks: [[UInt8]] = [
        [10], [127], [192, 168], [172, 16], [169, 254], [0], [100, 64], [198, 18], [224], [255, 255, 255, 255],
        [192, 0, 2],
    ]

    private static func spell(_ recipe: inout Recipe) {
        let network = networks[recipe.choice(of: networks.count)]
        let bytes = network + (network.count..<4).map { _ in recipe.byte() }
        guard let address = NetworkAddress(bytes: bytes) else { preconditionFailure("four bytes are an address") }
        precondition(AddressRange.name(of: address) != nil, "\(address) is public")
        let host = recipe.choice(of: 4) == 0 ? mapped(bytes, &recipe) : dotted(bytes, &recipe)
        let url = "http://\(disguised(host, &recipe))\(recipe.choice(of: 2) == 0 ? "" : ":8080")/a.jpg"
        let admitted = try? AddressPolicy().admit(url)
        precondition(admitted == nil, "\(url) is let through")
        // A person who allows them reaches the very address.
        if let origin = try? AddressPolicy(allowsPrivateAddresses: true).admit(url), let reached = origin.address {
            precondition(reached.bytes.suffix(4) == bytes[...], "\(url) is read as \(reached)")
        }
    }

    /// One to four parts, each in a base of its own.
    private static func dotted(_ bytes: [UInt8], _ recipe: inout Recipe) -> String {
        let count = 1 + recipe.choice(of: 4)
        var parts = bytes[..<(count - 1)].map { UInt64($0) }
        parts.append(bytes[(count - 1)...].reduce(0) { $0 << 8 | UInt64($1) })
        let words = parts.map { part in
            switch recipe.choice(of: 5) {
            case 0: "0x" + String(part, radix: 16)
            case 1: "0X000" + String(part, radix: 16, uppercase: true)
            case 2: "0" + String(part, radix: 8)
            case 3: "0000" + String(part, radix: 8)
            default: String(part)
            }
        }
        return words.joined(separator: ".") + (recipe.choice(of: 3) == 0 ? "." : "")
    }

    private static func mapped(_ bytes: [UInt8], _ recipe: inout Recipe) -> String {
        let quad = bytes.map { String($0) }.joined(separator: ".")
        let groups = stride(from: 0, to: 4, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
        let starts = ["::ffff:", "::FFFF:", "0:0:0:0:0:ffff:", "::", "64:ff9b::"]
        let start = starts[recipe.choice(of: starts.count)]
        return "[\(start)\(recipe.choice(of: 2) == 0 ? quad : groups)]"
    }

    /// Some characters as percent-encoded bytes, as full-width forms or as other full stops.
    private static func disguised(_ host: String, _ recipe: inout Recipe) -> String {
        guard !host.hasPrefix("[") else { return host }
        return host.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            switch recipe.choice(of: 6) {
            case 0: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            case 1: result.unicodeScalars.append(Unicode.Scalar(UInt32(byte) - 0x21 + 0xFF01) ?? scalar)
            case 2 where scalar == ".": result += "。"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
