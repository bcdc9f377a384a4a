import CCurl

/// libcurl, loaded when the first answer is needed and not before.
public enum CurlLibrary {
    /// Why libcurl cannot be used.
    public struct LoadError: Error, Equatable, Sendable {
        /// What went wrong, with the Debian package that helps.
        public var reason: String
    }

    /// Loads libcurl, once for the process; about 6 ms the first time.
    static func load() throws(LoadError) {
        var buffer = [CChar](repeating: 0, count: Int(CCurl_message_size))
        let result = unsafe CCurl_load_library(&buffer, buffer.count)
        if result == CCurl_loaded { return }
        let hint = "install the Debian package libcurl4 (7.88 or later)"
        throw LoadError(reason: "\(text(in: buffer)); \(hint)")
    }

    /// The line of versions for `--version` and `doctor`: `libcurl/7.88.1 OpenSSL/3.0.19 …`.
    ///
    /// Loads libcurl.
    public static func version() throws(LoadError) -> String {
        try load()
        var buffer = [CChar](repeating: 0, count: Int(CCurl_message_size))
        unsafe CCurl_copy_version(&buffer, buffer.count)
        return text(in: buffer)
    }

    /// A reference resolved against a base by RFC 3986 and normalised as libcurl will read it, without its fragment.
    ///
    /// libcurl must be loaded. Throws `badAddress`.
    static func resolve(_ reference: String, against base: String?) throws(FetchError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(CCurl_url_size))
        let resolved = unsafe CCurl_resolve_url(base, reference, &buffer, buffer.count)
        guard resolved else { throw .badAddress(url: reference, reason: text(in: buffer)) }
        return text(in: buffer)
    }

    /// The text before the NUL that ends it.
    static func text(in buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
