import FoundationEssentials
import Glibc
import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct LinksCommandTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func links(_ words: String...) -> ProgramRun {
        ProgramRun(
            ["links", "--state-dir", scratch("state")] + words,
            environment: ["HOME": scratch.path, "XDG_DATA_HOME": "relative"])
    }

    @Test func `a link of a built-in widget is queued`() {
        let run = links("open", "wooribudget://AddIncome?n=1", "--json")
        #expect(
            run.out
                == "{\"id\":1,\"scheme\":\"wooribudget\",\"host\":\"addincome\",\"url\":\"wooribudget://AddIncome?n=1\",\"date\":\"2026-11-30T01:38:00Z\",\"state\":\"queued\"}\n"
        )
        #expect(links("list", "--json").out.contains("\"url\": \"wooribudget://AddIncome?n=1\""))
        #expect(links("list").out.contains("1   2026-11-30T01:38:00Z  wooribudget://AddIncome?n=1\n"))
    }

    @Test(arguments: [
        ("wooribudget://evil", PhotoWidgetCLI.ExitStatus.refused), ("evil://x", .refused),
        ("wooribudget://a b", .badData),
        ("no address", .badData),
    ])
    func `what leads nowhere is refused`(url: String, status: PhotoWidgetCLI.ExitStatus) {
        let run = links("open", url)
        #expect(run.status == status && run.out == "")
        #expect(links("list", "--json").out.contains("\"pending\": []"))
    }

    @Test func `a registration takes all words behind exec, and writes a desktop entry`() throws {
        let run = links("register", "--scheme", "App", "--host", "A", "--exec", "true", "--json", "-x")
        let path = scratch(".local/share/applications/photowidget-app.desktop")
        #expect(run.status == .done && run.out == "\(path)\n")
        #expect(run.err.contains("xdg-mime default photowidget-app.desktop x-scheme-handler/app"))
        let text = String(decoding: try MappedFile(path: path).copy(), as: UTF8.self)
        #expect(text.contains(" links open %u --state-dir \(scratch("state"))\n"))
        let handlers = scratch(".config/photowidget/link-handlers.json")
        let queue = LinkQueue(stateDirectory: scratch("state"), handlerFile: handlers)
        #expect(try queue.schemes() == [try LinkScheme("app", hosts: ["a"], handler: ["true", "--json", "-x"])])
        #expect(links("open", "app://a").out == "handled 1 app://a\n")
    }

    @Test func `commands that another user may have written are told, listed and not run`() throws {
        #expect(links("register", "--scheme", "app", "--exec", "true").status == .done)
        #expect(unsafe chmod(scratch(".config/photowidget/link-handlers.json"), 0o660) == 0)
        let open = links("open", "widget://deeplink?x")
        #expect(open.status == .done && open.out == "queued 1 widget://deeplink?x\n")
        #expect(open.err.contains("has the mode 660") && open.err.hasSuffix("not run\n"))
        #expect(links("open", "widget://deeplink?x", "--quiet").err == "")
        let list = links("list", "--json")
        #expect(list.out.contains("\"notTakenOver\"") && list.out.contains("has the mode 660"))
        let refused = links("register", "--scheme", "app", "--exec", "true")
        #expect(refused.status == .refused && refused.err.contains("has the mode 660"))
    }

    @Test(arguments: ["http", "file"])
    func `the web's schemes are refused`(scheme: String) {
        #expect(links("register", "--scheme", scheme).status == .refused)
    }

    @Test(arguments: [
        ["open"], ["listen"], ["listen", "--scheme", "1x"], ["register"], ["list", "x"], ["frobnicate"],
    ])
    func `what is missing or too much is a usage error`(words: [String]) {
        #expect(ProgramRun(["links", "--state-dir", scratch("state")] + words).status == .usage)
    }
}
