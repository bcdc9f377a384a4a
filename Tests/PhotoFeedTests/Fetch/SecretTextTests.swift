import Testing

@testable import PhotoFeed

@Suite struct SecretTextTests {
    @Test(arguments: [
        ("http://reader:Tr0ub4dor@h/feed", "http://…@h/feed"), ("http://Tr0ub4dor@h/", "http://…@h/"),
        ("http://a:b@Tr0ub4dor@h/", "http://…@h/"), ("x socks5h://u:Tr0ub4dor@h:1 y", "x socks5h://…@h:1 y"),
        ("http://h/?api_key=Tr0ub4dor", "http://h/?api_key=…"),
        ("http://h/?a=b&Key=Tr0ub4dor&c=d", "http://h/?a=b&Key=…&c=d"),
        ("http://h/?X-Amz-Signature=Tr0ub4dor&X-Amz-Date=1", "http://h/?X-Amz-Signature=…&X-Amz-Date=1"),
        ("http://h/?access_token=Tr0ub4dor no connection", "http://h/?access_token=… no connection"),
        ("http://h/;sig=Tr0ub4dor", "http://h/;sig=…"),
        ("http://h/#access_token=Tr0ub4dor", "http://h/#access_token=…"),
        ("http://h/?my_secret_token=Tr0ub4dor", "http://h/?my_secret_token=…"),
        (
            "'http://u:Tr0ub4dor@h/?key=Tr0ub4dor' and http://h/?pwd=Tr0ub4dor",
            "'http://…@h/?key=…' and http://h/?pwd=…"
        ),
    ])
    func `secrets are hidden and the rest stays`(text: String, shown: String) {
        #expect(SecretText.hidden(in: text) == shown)
        #expect(SecretText.hidden(in: shown) == shown)
    }

    @Test(arguments: [
        "", "a plain title", "mail me@example.com", "https://h/a@b", "https://h/?tags=texas&tagmode=any",
        "1 = 2 & 3 = 4",
        "https://h/?monkey=1&keyboard=2&author=3", "갈대 ?= @", "http://h/?page=2",
    ])
    func `what is no secret stays`(text: String) {
        #expect(SecretText.hidden(in: text) == text)
        #expect(!SecretText.isIn(text))
    }

    @Test func `no error of the network tells a secret`() {
        let url = "http://reader:Tr0ub4dor@h/feed?api_key=Tr0ub4dor"
        let errors: [FetchError] = [
            .badAddress(url: url, reason: "redirect to \(url)"), .refused(url: url, address: "127.0.0.1", reason: url),
            .unresolved(url: url, host: "h", reason: "r"), .badProxy(url: url, setting: "--proxy"),
            .proxyFailed(url: url, proxy: url, reason: "r"), .unreachable(url: url, reason: url),
            .tlsFailed(url: url, reason: "r"), .badCertificates(url: url, named: "n", reason: "r"),
            .insecure(url: url, reason: "r"), .noLibrary(url: url, reason: "r"),
            .timedOut(url: url, limit: "whole 1 s"),
            .notHTTP(url: url, reason: "r"), .badCoding(url: url, coding: "br"),
            .truncated(url: url, received: 1, promised: 2), .tooLarge(url: url, limit: 1),
            .headerTooLarge(url: url, limit: 1), .tooManyRedirects(url: url, limit: 10),
            .redirectLoop(url: url, again: url),
            .status(url: url, code: 500, retryAt: nil), .offline(url: url),
        ]
        for error in errors {
            #expect(!error.description.contains("Tr0ub4dor"))
            #expect(error.description.hasPrefix("http://…@h/feed"))
            #expect(error.address == url)
            #expect(SecretText.hidden(in: error.description) == error.description)
            #expect(!LoadError.fetch(error).description.contains("Tr0ub4dor"))
        }
    }

    @Test func `an error names the setting that would help`() {
        let remedies: [(FetchError, String)] = [
            (.refused(url: "u", address: "198.18.0.5", reason: "r"), "--allow-addresses 198.18.0.0/15"),
            (.refused(url: "u", address: "fd00::1", reason: "r"), "--allow-addresses fd00::1"),
            (.unresolved(url: "u", host: "h", reason: "r"), "https_proxy"),
            (.badProxy(url: "u", setting: "s"), "--no-proxy"),
            (.proxyFailed(url: "u", proxy: "p", reason: "r"), "--proxy"),
            (.insecure(url: "u", reason: "r"), "--ca-file"),
            (.badCertificates(url: "u", named: "n", reason: "r"), "--ca-file"),
            (.timedOut(url: "u", limit: "whole 2 s"), "--timeout"), (.tooLarge(url: "u", limit: 1), "--max-bytes"),
        ]
        for (error, word) in remedies { #expect(error.description.contains(word)) }
        #expect(!FetchError.refused(url: "u", address: "http", reason: "r").description.contains("--allow"))
    }
}
