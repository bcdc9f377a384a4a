/// How a machine reaches the network: through which proxies, and which certificates it trusts.
public struct NetworkSettings: Hashable, Sendable {
    /// Which requests go through a proxy.
    public var proxies = ProxySettings()
    /// Which certificates are trusted.
    public var certificates = TrustedCertificates()

    /// A direct connection, and the certificates that libcurl trusts by itself.
    public init() {}

    /// What the environment says.
    public init(environment: [String: String]) {
        proxies = ProxySettings(environment: environment)
        certificates = TrustedCertificates(environment: environment)
    }
}

/// Certificates of authorities that are trusted: a file and a directory, each in place of libcurl's own of that form.
///
/// libcurl reads the system's directory of certificates too where only a file is named, as on Debian, and the system's file
/// where only a directory is.
public struct TrustedCertificates: Hashable, Sendable {
    /// A path, and the option or variable that names it.
    public struct Place: Hashable, Sendable {
        /// The path.
        public let path: String
        /// The option or variable, as `--ca-file` or `SSL_CERT_FILE`.
        public let setting: String

        /// Makes a place of its parts.
        public init(path: String, setting: String) {
            self.path = path
            self.setting = setting
        }
    }

    /// A file of certificates in PEM.
    public var file: Place?
    /// A directory of such files, named by their hashes as openssl rehash names them.
    public var directory: Place?

    /// libcurl's own.
    public init() {}

    /// What the environment says: CURL_CA_BUNDLE, else SSL_CERT_FILE and SSL_CERT_DIR; an empty variable says nothing.
    ///
    /// - Source: curl(1), "--cacert", "Environment".
    public init(environment: [String: String]) {
        func place(_ name: String) -> Place? {
            environment[name].flatMap { $0.isEmpty ? nil : Place(path: $0, setting: name) }
        }
        file = place("CURL_CA_BUNDLE")
        guard file == nil else { return }
        file = place("SSL_CERT_FILE")
        directory = place("SSL_CERT_DIR")
    }

    /// What is named, for a message: `SSL_CERT_FILE=/etc/own.pem`.
    public var named: [String] { [file, directory].compactMap { $0.map { "\($0.setting) \($0.path)" } } }
}
