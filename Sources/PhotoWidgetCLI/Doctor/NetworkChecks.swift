internal import PhotoWidget

/// How requests leave the machine, and which certificates are trusted; no connection is made.
enum NetworkChecks {
    static func all(_ settings: NetworkSettings) -> [MachineCheck] {
        [proxy(settings.proxies), certificates(settings.certificates)]
    }

    private static func proxy(_ proxies: ProxySettings) -> MachineCheck {
        let choices = [("http", proxies.http), ("https", proxies.https)]
        for case (_, let choice?) in choices where choice.address == nil {
            return MachineCheck(
                id: "proxy", status: .failed, finding: "\(choice.setting) is not \(ProxyAddress.expected)",
                remedy: "correct it, or go without by --no-proxy")
        }
        let words = choices.compactMap { scheme, choice in
            choice.flatMap { choice in
                choice.address.map { "\(scheme) through \($0) (\(choice.setting))" }
            }
        }
        guard !words.isEmpty else {
            return MachineCheck(
                id: "proxy", status: .ok, finding: "none (https_proxy, http_proxy and all_proxy are not set)")
        }
        let exceptions = proxies.bypass.isEmpty ? "" : "; not for \(proxies.bypass)"
        return MachineCheck(id: "proxy", status: .ok, finding: words.joined(separator: ", ") + exceptions)
    }

    private static func certificates(_ certificates: TrustedCertificates) -> MachineCheck {
        for place in [certificates.file, certificates.directory].compactMap(\.self) {
            // Seen through a link, as the TLS library sees it.
            guard Directory.isDirectory(place.path) || (try? FileBytes(path: place.path, followsLinks: true)) != nil
            else {
                return MachineCheck(
                    id: "certificates", status: .warning, finding: "\(place.setting): \(place.path) cannot be read",
                    remedy: "name a file of certificates in PEM by --ca-file or \(place.setting)")
            }
        }
        let named = certificates.named.joined(separator: ", ")
        return MachineCheck(id: "certificates", status: .ok, finding: named.isEmpty ? "libcurl's own" : named)
    }
}
