import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct NetworkOptionsTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func run(_ words: String..., environment: [String: String] = [:]) -> ProgramRun {
        ProgramRun(
            words + ["--cache-dir", scratch("cache"), "--state-dir", scratch("state")],
            environment: ["HOME": scratch.path].merging(environment) { $1 })
    }

    private func settings(_ words: String..., environment: [String: String] = [:]) throws -> NetworkSettings {
        try Arguments(words, for: RefreshCommand.specification).networkSettings(environment: environment)
    }

    @Test(arguments: ["10.0.0.1/8", "198.18.0.0/33", "photos.example", ""])
    func `a block that is none is a usage error that says what was expected`(block: String) {
        let run = run("refresh", "--allow-addresses", block)
        #expect(run.status == .usage)
        #expect(run.err.contains("--allow-addresses: \"\(block)\" is not a block of addresses, as 198.18.0.0/15"))
    }

    @Test func `a proxy that is none is a usage error without its password`() {
        for proxy in ["ftp://me:Tr0ub4dor@p:1", "me:Tr0ub4dor@:1"] {
            let run = run("refresh", "--json", "--proxy", proxy)
            #expect(run.status == .usage)
            #expect(run.err.contains("--proxy"))
            #expect(!(run.out + run.err).contains("Tr0ub4dor"))
        }
        #expect(run("refresh", "--proxy", "p:1", "--no-proxy").status == .usage)
    }

    @Test func `a variable that is no proxy is told by its name, and --no-proxy goes without`() {
        let run = run("refresh", "--feed", "http://h.invalid/", environment: ["http_proxy": "ftp://me:Tr0ub4dor@p:1"])
        #expect(run.status == .badConfiguration)
        #expect(run.err.contains("http_proxy is not a proxy"))
        #expect(!run.err.contains("Tr0ub4dor"))
    }

    @Test func `options stand above the environment`() throws {
        let environment = ["https_proxy": "a:1", "SSL_CERT_FILE": "/b"]
        #expect(try settings(environment: environment).proxies.https?.setting == "https_proxy")
        #expect(try settings("--proxy", "c:2", environment: environment).proxies.http?.setting == "--proxy")
        #expect(try settings("--no-proxy", environment: environment).proxies == ProxySettings())
        try scratch.write(Array("-----BEGIN CERTIFICATE-----\n".utf8), to: "own.pem")
        let certificates = try settings("--ca-file", scratch("own.pem"), environment: environment).certificates
        #expect(certificates.named == ["--ca-file \(scratch("own.pem"))"])
    }

    @Test func `a file of certificates that is missing or none is told before anything is asked`() throws {
        let missing = run("refresh", "--ca-file", scratch("none.pem"))
        #expect(missing.status == .noInput && missing.err.contains(scratch("none.pem")))
        try scratch.write(Array("no certificate".utf8), to: "bad.pem")
        let bad = run("refresh", "--ca-file", scratch("bad.pem"))
        #expect(bad.status == .badConfiguration && bad.err.contains("expected PEM"))
    }

    @Test func `doctor tells the proxy without its password, and the certificates`() {
        let run = run(
            "doctor", "--offline",
            environment: [
                "https_proxy": "http://me:Tr0ub4dor@p:3128", "no_proxy": "near", "SSL_CERT_FILE": "/none.pem",
            ])
        #expect(run.out.contains("https through http://p:3128 (https_proxy); not for near"))
        #expect(run.out.contains("SSL_CERT_FILE: /none.pem cannot be read"))
        #expect(!run.out.contains("Tr0ub4dor"))
    }

    @Test func `the configuration names a block and a proxy, and is shown without passwords`() throws {
        let text = """
            { instances: [{ kind: "photo", configuration: {
              feed: "http://h/feed?api_key=Tr0ub4dor", proxy: "me:Tr0ub4dor@p:1", "allow-addresses": ["198.18.0.0/15"] } }] }
            """
        try scratch.write(Array(text.utf8), to: "config.json5")
        for words in [["config", "show"], ["config", "show", "--origin"], ["config", "show", "--json"]] {
            let run = ProgramRun(words + ["--config", scratch("config.json5")], environment: ["HOME": scratch.path])
            #expect(run.status == .done)
            #expect(run.out.contains("198.18.0.0/15") && run.out.contains("http://p:1"))
            #expect(!run.out.contains("Tr0ub4dor"))
        }
        let bad = text.replacing("198.18.0.0/15", with: "10.0.0.1/8")
        try scratch.write(Array(bad.utf8), to: "bad.json5")
        #expect(ProgramRun(["config", "check", "--config", scratch("bad.json5")]).status == .badConfiguration)
    }

    @Test func `a password in an address is printed nowhere`() {
        for words in [
            ["refresh", "--json", "--feed", "http://reader:Tr0ub4dor@127.0.0.1:1/feed"],
            ["refresh", "--feed", "http://127.0.0.1:1/feed?access_token=Tr0ub4dor", "--retries", "0"],
            ["thumbnail", "http://127.0.0.1:1/a.jpg?sig=Tr0ub4dor", "-o", scratch("o.png"), "--retries", "0"],
            ["prefetch", "--verbose", "--feed", "http://127.0.0.1:1/feed?key=Tr0ub4dor", "--retries", "0"],
            ["doctor", "--json", "--feed", "http://127.0.0.1:1/feed?key=Tr0ub4dor"],
        ] {
            let run = ProgramRun(
                words + (words[0] == "doctor" ? [] : ["--quiet"]) + [
                    "--cache-dir", scratch("cache"), "--state-dir", scratch("state"),
                ], environment: ["HOME": scratch.path])
            #expect(!(run.out + run.err).contains("Tr0ub4dor"), "\(words)")
        }
    }
}
