/// Texts without the secrets of the addresses in them, for everything that is printed, published or logged.
///
/// In an address, what stands before an `@` of the host is left out, and so are the values of parameters whose names are those
/// of keys, tokens, passwords and signatures. Everything else stays, so that a person recognises the address.
public enum SecretText {
    /// What stands in place of a secret.
    static let mark = "…"

    /// Names of parameters whose values are secrets, in lower case and without `-` and `_`.
    private static let names: Set = [
        "key", "apikey", "xapikey", "appkey", "accesskey", "accesskeyid", "awsaccesskeyid", "secret", "secretkey",
        "clientsecret", "sharedsecret", "token", "accesstoken", "authtoken", "refreshtoken", "idtoken", "sessiontoken",
        "oauthtoken", "usertoken", "sharetoken", "securitytoken", "xauthtoken", "jwt", "bearer", "auth",
        "authorization",
        "authkey", "password", "passwd", "passphrase", "passcode", "pass", "pwd", "pw", "credential", "credentials",
        "sig",
        "sign", "signature", "hmac", "policy", "keypairid", "session", "sessionid", "sid", "code", "privatetoken",
        "xamzsignature", "xamzcredential", "xamzsecuritytoken", "xgoogsignature", "xgoogcredential", "googleaccessid",
        "hdnea", "hdnts",
    ]

    /// A text, with the secrets of every address in it hidden.
    public static func hidden(in text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "=")) || text.utf8.contains(UInt8(ascii: "@")) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            if rest.starts(with: "://".utf8) {
                result += rest.prefix(3)
                rest = rest.dropFirst(3)
                let authority = rest.prefix { !endsAuthority($0) }
                if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
                    result += mark.utf8
                    rest = rest[at...]
                }
            } else if separators.contains(byte) {
                result.append(byte)
                rest = rest.dropFirst()
                let name = rest.prefix { isNamePart($0) }
                guard rest[name.endIndex...].first == UInt8(ascii: "="), isSecret(name) else { continue }
                result += name
                result += "=\(mark)".utf8
                rest = rest[name.endIndex...].dropFirst()
                // What is hidden already keeps the text behind it.
                rest = rest.starts(with: mark.utf8) ? rest.dropFirst(mark.utf8.count) : rest.drop { !endsValue($0) }
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether an address has something to hide.
    public static func isIn(_ address: String) -> Bool { hidden(in: address) != address }

    private static let separators = Array("?&;#".utf8)

    private static func endsAuthority(_ byte: UInt8) -> Bool { byte <= 0x20 || "/?#\"'<>".utf8.contains(byte) }

    private static func endsValue(_ byte: UInt8) -> Bool { byte <= 0x20 || "&;#\"'<>".utf8.contains(byte) }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        byte.isDigit || "-_.%[]".utf8.contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
        let plain = name.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        let text = String(decoding: plain, as: UTF8.self).lowercased()
        return names.contains(text)
            || ["token", "secret", "password", "apikey", "signature"].contains { text.hasSuffix($0) }
    }
}
