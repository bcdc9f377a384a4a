import PhotoWidget
import TestSupport
import Testing

@testable import PhotoWidgetCLI

@Suite struct ConfigCommandTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func config(_ words: String..., environment: [String: String] = [:]) -> ProgramRun {
        ProgramRun(["config"] + words, environment: ["HOME": scratch.path].merging(environment) { $1 })
    }

    private func write(_ text: String, to name: String = "config.json5") throws -> String {
        try scratch.write(Array(text.utf8), to: name)
        return scratch(name)
    }

    /// The value and the origin of a name, as `show --origin` tells them.
    private func shown(_ name: String, _ words: String..., environment: [String: String] = [:]) throws -> String {
        let run = ProgramRun(
            ["config", "show", "--origin"] + words, environment: ["HOME": scratch.path].merging(environment) { $1 })
        let lines = run.out.split(separator: "\n").filter { $0.hasPrefix("\(name) = ") }
        #expect(run.status == .done && lines.count == 1, "\(run.err)")
        return String(try #require(lines.first).dropFirst("\(name) = ".count))
    }

    // MARK: show --origin

    @Test func `without a file everything is a default, and show says that there is none`() throws {
        #expect(
            try shown("config") == "\"\(scratch(".config/photowidget/config.json5"))\"    # default; not there")
        #expect(try shown("cache-dir") == "\"\(scratch(".cache/photowidget"))\"    # default")
        #expect(try shown("state-dir") == "\"\(scratch(".local/state/photowidget"))\"    # default")
    }

    @Test(arguments: [
        ("cache-dir", "PHOTOWIDGET_CACHE_DIR", "XDG_CACHE_HOME"),
        ("state-dir", "PHOTOWIDGET_STATE_DIR", "XDG_STATE_HOME"),
    ])
    func `the option comes before our variable, ours before the desktop's`(
        name: String, own: String, base: String
    ) throws {
        var environment = [base: "/desktop"]
        #expect(try shown(name, environment: environment) == "\"/desktop/photowidget\"    # $\(base)")
        environment[own] = "/own"
        #expect(try shown(name, environment: environment) == "\"/own\"    # $\(own)")
        #expect(try shown(name, "--\(name)", "/option", environment: environment) == "\"/option\"    # --\(name)")
    }

    @Test func `a variable that does not count is not named`() throws {
        let ignored = [
            "PHOTOWIDGET_CACHE_DIR": "", "XDG_CACHE_HOME": "relative", "XDG_CONFIG_HOME": "relative",
            "XDG_STATE_HOME": "",
        ]
        for name in ["cache-dir", "state-dir"] { #expect(try shown(name, environment: ignored).hasSuffix("# default")) }
        #expect(try shown("config", environment: ignored).hasSuffix("# default; not there"))
    }

    @Test func `the file is the option's, else the desktop's`() throws {
        let file = try write("{instances: []}", to: "xdg/photowidget/config.json5")
        let environment = ["XDG_CONFIG_HOME": scratch("xdg")]
        #expect(try shown("config", environment: environment) == "\"\(file)\"    # $XDG_CONFIG_HOME")
        let other = try write("{instances: []}")
        #expect(try shown("config", "--config", other, environment: environment) == "\"\(other)\"    # --config")
    }

    @Test func `a value of the file is shown with its line, another as a default`() throws {
        let file = try write("{instances: [\n{kind: 'photo'},\n{kind: 'todo', every: 30}]}")
        #expect(try shown("todo/default.every", "--config", file) == "30.0    # \(file):3")
        #expect(try shown("photo/default.every", "--config", file) == "180.0    # default")
        #expect(try shown("todo/default.budget", "--config", file) == "\"none\"    # default")
    }

    @Test func `as JSON each value has its origin, or stands alone`() throws {
        let file = try write("{instances: [{kind: 'todo'}]}")
        let object = try JSONTestReader.object(config("show", "--origin", "--json", "--config", file).out)
        #expect((object["config"] as? [String: Any])?["origin"] as? String == "--config")
        let instance = try #require((object["instances"] as? [[String: Any]])?.first)
        #expect((instance["kind"] as? [String: Any])?["origin"] as? String == "\(file):1")
        let plain = try JSONTestReader.object(config("show", "--json", "--config", file).out)
        #expect(plain["config"] as? String == file)
    }

    @Test(arguments: ["--cache-dir", "--state-dir", "--config"])
    func `an empty path is no path`(option: String) {
        let run = config("show", option, "")
        #expect(run.status == .usage && run.err.contains(option))
    }

    // MARK: check and create

    @Test func `a configuration is begun once, and what is begun is right`() throws {
        let file = scratch("new/config.json5")
        #expect(config("create", "--config", file).out == "\(file)\n")
        #expect(config("check", "--config", file).out == "\(file): 1 instance, nothing wrong\n")
        let again = config("create", "--config", file)
        #expect(again.status == .cannotCreate && again.err.contains(file))
        #expect(config("check", "--config", scratch("none")).status == .noInput)
    }

    @Test func `what is begun is told as JSON too`() throws {
        let object = try JSONTestReader.object(config("create", "--json").out)
        #expect(object["path"] as? String == scratch(".config/photowidget/config.json5"))
        let check = try JSONTestReader.object(config("check", "--json").out)
        #expect(check["ok"] as? Bool == true && check["instances"] as? Int == 1)
    }

    @Test func `where no file can be made the status tells`() throws {
        try scratch.write([], to: "file")
        let run = config("create", "--config", scratch("file/config.json5"))
        #expect(run.status == .cannotCreate && run.err.split(separator: "\n").count == 1)
    }
}
