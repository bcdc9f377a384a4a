internal import PhotoWidget

/// The network options.
extension Arguments {
    /// The blocks of addresses that `--allow-addresses` lets in.
    func allowedBlocks() throws(UsageError) -> [AddressBlock] {
        var blocks: [AddressBlock] = []
        for text in strings(.allowAddresses) {
            guard let block = AddressBlock(text) else {
                throw .badValue(option: Option.allowAddresses.spelled, value: text, expected: AddressBlock.expected)
            }
            blocks.append(block)
        }
        return blocks
    }

    /// Proxies and certificates: what the options say, else what the environment says.
    func networkSettings(environment: [String: String]) throws -> NetworkSettings {
        var settings = NetworkSettings(environment: environment)
        if has(.noProxy) {
            guard !has(.proxy) else { throw UsageError.conflict(Option.proxy.spelled, Option.noProxy.spelled) }
            settings.proxies = ProxySettings()
        }
        if let text = string(.proxy) {
            guard ProxyAddress(text) != nil else {
                throw UsageError.badValue(
                    option: Option.proxy.spelled, value: Self.withoutUser(text), expected: ProxyAddress.expected)
            }
            settings.proxies = settings.proxies.replaced(by: text, setting: Option.proxy.spelled)
        }
        if let path = string(.caFile) {
            settings.certificates = TrustedCertificates()
            settings.certificates.file = .init(path: try Self.certificates(at: path), setting: Option.caFile.spelled)
        }
        return settings
    }

    /// A proxy as it was written, without what stands before its host.
    private static func withoutUser(_ text: String) -> String {
        text.lastIndex(of: "@").map { "…\(text[$0...])" } ?? text
    }

    /// The absolute path of a file of certificates, which must be there and hold one.
    private static func certificates(at path: String) throws -> String {
        let path = try Directories.absolute(path)
        let text: String
        do throws(StorageError) {
            text = String(decoding: try FileBytes(path: path, followsLinks: true).bytes, as: UTF8.self)
        } catch {
            throw CertificateFileError(path: path, cause: error)
        }
        guard text.contains("-----BEGIN ") else {
            throw CertificateFileError(path: path)
        }
        return path
    }
}

/// Why a file that `--ca-file` names is not used.
struct CertificateFileError: Error {
    /// The path.
    let path: String
    /// What the system said; `nil` where the file holds no certificate in PEM.
    var cause: StorageError?
}

extension CertificateFileError: CustomStringConvertible {
    var description: String {
        let reason =
            cause.map { "\($0)" } ?? "\(path): holds no certificate (expected PEM: -----BEGIN CERTIFICATE-----)"
        return "\(Option.caFile.spelled): \(reason)"
    }
}
