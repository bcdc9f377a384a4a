import FoundationEssentials
import Glibc
import Storage
import TestSupport
import Testing

@testable import SharedDefaults

@Suite struct LinkQueueTests {
    private let scratch: ScratchDirectory
    private let builtIn: [LinkScheme]

    init() throws {
        scratch = try ScratchDirectory()
        builtIn = [try LinkScheme("budget", hosts: ["addincome", "addexpense"])]
    }

    private var queue: LinkQueue {
        LinkQueue(
            stateDirectory: scratch.path, handlerFile: handlers, builtIn: builtIn,
            now: { Date(timeIntervalSince1970: 9) })
    }

    private var handlers: String { scratch("own/link-handlers.json") }
    private var database: String { scratch("store/defaults.sqlite") }

    private func listener(_ scheme: String) throws -> LinkListener {
        try LinkListener(queue, scheme: LinkScheme(scheme), stateDirectory: scratch.path)
    }

    /// The addresses of the next links, without waiting for more.
    private func next(_ listener: LinkListener, _ count: Int = .max) throws -> [String] {
        var all: [String] = []
        while all.count < count, case .link(let event) = try listener.next(until: .now) { all.append(event.url.text) }
        return all
    }

    // MARK: - Schemes

    @Test func `an unknown scheme is refused with the known ones`() throws {
        try queue.register(try LinkScheme("App"))
        #expect(throws: LinkError.unknownScheme("evil", known: ["app", "budget"])) { try queue.open("evil://x") }
    }

    @Test(arguments: ["budget://evil", "budget:page", "budget:///"])
    func `an unknown host is refused with the known ones`(url: String) throws {
        let host = try LinkURL(url).host
        #expect(throws: LinkError.unknownHost(host, scheme: "budget", known: ["addincome", "addexpense"])) {
            try queue.open(url)
        }
        #expect(try queue.pending() == [])
    }

    @Test func `hosts are compared without case`() throws {
        #expect(try queue.open("BUDGET://AddIncome") == .queued(try #require(try queue.pending().first)))
    }

    @Test func `a built-in scheme that is registered keeps its hosts`() throws {
        try queue.register(try LinkScheme("budget", handler: ["true", "a b"]))
        #expect(
            try queue.schemes() == [
                try LinkScheme("budget", hosts: ["addincome", "addexpense"], handler: ["true", "a b"])
            ])
        try queue.register(try LinkScheme("budget", hosts: ["x"]))
        #expect(try queue.schemes() == [try LinkScheme("budget", hosts: ["x"])])
    }

    @Test(arguments: ["http", "HTTPS", "file", "javascript"])
    func `schemes of the web are not an app's`(scheme: String) {
        #expect(throws: LinkError.reservedScheme(scheme.lowercased())) { try LinkScheme(scheme) }
    }

    @Test(arguments: ["", "1a", "a b", "a/b", "a\n", "-x"])
    func `a scheme that is none is refused`(scheme: String) {
        #expect(throws: LinkError.badScheme(scheme)) { try LinkScheme(scheme) }
    }

    @Test func `a host that is none is refused`() {
        #expect(throws: LinkError.badHost("a/b")) { try LinkScheme("app", hosts: ["ok", "a/b"]) }
    }

    // MARK: - Listeners

    @Test func `a link waits for its listener, and comes once`() throws {
        _ = try queue.open("budget://addincome?n=1")
        _ = try queue.open("budget://addexpense")
        let first = try listener("budget")
        #expect(try next(first) == ["budget://addincome?n=1", "budget://addexpense"])
        // The last was not acknowledged: nothing came behind it.
        #expect(try queue.pending().map(\.url.text) == ["budget://addexpense"])
        try first.finish()
        #expect(try queue.pending() == [])
        #expect(try next(listener("budget")) == [])
    }

    @Test func `an unacknowledged link goes to the next listener when its listener is gone`() throws {
        _ = try queue.open("budget://addincome")
        do {
            let lost = try listener("budget")
            #expect(try next(lost) == ["budget://addincome"])
            // While it lives, nobody else gets the link.
            #expect(try next(listener("budget")) == [])
        }
        #expect(try next(listener("budget")) == ["budget://addincome"])
    }

    @Test func `a waiting listener gets the link of one that is gone`() throws {
        _ = try queue.open("budget://addincome")
        let waiting = try listener("budget")
        var lost: LinkListener? = try listener("budget")
        #expect(try lost.map { try next($0) } == ["budget://addincome"])
        #expect(try waiting.next(until: .now) == .timedOut)
        lost = nil
        guard case .link(let event) = try waiting.next(until: .now + .seconds(30)) else {
            Issue.record("the link stays with the dead")
            return
        }
        #expect(event.url.text == "budget://addincome")
    }

    @Test func `of several listeners each link goes to one`() throws {
        let listeners = try [listener("budget"), listener("budget")]
        for number in 0..<20 { _ = try queue.open("budget://addincome?n=\(number)") }
        var all: [String] = []
        for index in 0..<20 { all += try next(listeners[index % 2], 1) }
        #expect(all == (0..<20).map { "budget://addincome?n=\($0)" })
        for listener in listeners { #expect(try next(listener) == []) }
    }

    @Test func `who listens to a scheme makes it known`() throws {
        let listener = try listener("fresh")
        _ = try queue.open("fresh://anything")
        #expect(try next(listener) == ["fresh://anything"])
    }

    @Test func `links of other schemes stay`() throws {
        _ = try queue.open("budget://addincome")
        #expect(try next(listener("app")) == [])
    }

    @Test func `a stopped listener ends`() throws {
        let listener = try listener("app")
        listener.stop()
        #expect(try listener.next(until: .now + .seconds(30)) == .stopped)
    }

    @Test func `a full queue refuses, and loses nothing`() throws {
        var database = try storedDatabase()
        try database.transaction { (database) throws(StorageError) in
            for _ in 0..<LinkQueue.maxPending {
                try database.execute(
                    "INSERT INTO links (scheme, url, opened_at) VALUES ('budget', 'budget://addincome', 0)")
            }
        }
        #expect(throws: LinkError.queueFull(scheme: "budget", limit: LinkQueue.maxPending)) {
            try queue.open("budget://addincome")
        }
        #expect(try queue.pending().count == LinkQueue.maxPending)
    }

    /// The store, as a member of its group opens it.
    private func storedDatabase() throws -> Database {
        try StoreLayout(stateDirectory: scratch.path).create()
        return try Database.open(path: database, schema: Store.schema)
    }

    @Test func `a row that no link can be is given to no listener, and stops none`() throws {
        var database = try storedDatabase()
        let rows: [(Int, String, Double)] = [
            (-5, "budget://addincome", 0), (0, "budget://addincome", 0), (.max, "budget://addincome", 0),
            (7, "file:///etc/passwd", 0), (8, "budget:\u{1B}[2J", 1e300), (9, "--exec", .infinity),
            (10, "budget://addincome?good", 1e300),
        ]
        for (id, url, date) in rows {
            try database.execute(
                "INSERT INTO links VALUES (?, 'budget', ?, ?)", .integer(id), .text(url), .real(date))
        }
        #expect(try queue.pending().map(\.id) == [10])
        #expect(try next(listener("budget")) == ["budget://addincome?good"])
    }

    // MARK: - Commands

    @Test func `a command in the store is not run, and its hosts do not widen a built-in scheme's`() throws {
        var database = try storedDatabase()
        for scheme in ["budget", "app"] {
            try database.execute(
                "INSERT INTO schemes VALUES (?, '[]', ?, 0)", .text(scheme),
                .text("[\"sh\",\"-c\",\"echo > '\(scratch("owned"))'\"]"))
        }
        #expect(throws: LinkError.self) { try queue.open("budget://elsewhere") }
        guard case .queued = try queue.open("app://x"), case .queued = try queue.open("budget://addincome") else {
            Issue.record("a command was run")
            return
        }
        #expect(try FileStatus.of(scratch("owned")) == nil)
        #expect(try queue.ignoredHandlers().map(\.scheme) == ["app", "budget"])
        // One's own comes before what the store says.
        try queue.register(try LinkScheme("app", handler: ["true"]))
        guard case .handled = try queue.open("app://y") else {
            Issue.record("the own command was not run")
            return
        }
    }

    @Test func `commands are kept for each state directory, however it is spelled`() throws {
        try Directory.create(at: scratch("a"))
        try SymbolicLink.replace(at: scratch("link"), with: scratch("a"))
        for (name, host) in [("a", "one"), ("b", "two")] {
            let queue = LinkQueue(stateDirectory: scratch(name), handlerFile: handlers)
            try queue.register(try LinkScheme("app", hosts: [host], handler: [name]))
        }
        let spelled = LinkQueue(stateDirectory: scratch("link"), handlerFile: handlers)
        #expect(try spelled.schemes() == [try LinkScheme("app", hosts: ["one"], handler: ["a"])])
        #expect(try mode(of: handlers) == 0o600)
    }

    @Test(arguments: [0o660, 0o606, 0o640] as [UInt32])
    func `a file of commands that is not this user's alone is ignored, and told`(mode: UInt32) throws {
        try queue.register(try LinkScheme("app", handler: ["false"]))
        #expect(unsafe chmod(handlers, mode) == 0)
        #expect(throws: LinkError.unknownScheme("app", known: ["budget"])) { try queue.open("app://x") }
        let reason = "has the mode \(String(mode, radix: 8)): chmod 600"
        #expect(try queue.ignoredHandlers() == [.file(path: handlers, reason: reason)])
        #expect(throws: LinkError.untrustedFile(path: handlers, reason: reason)) {
            try queue.register(try LinkScheme("app"))
        }
    }

    @Test(arguments: [0o720, 0o702, 0o2770] as [UInt32])
    func `a file of commands in a directory that others can write to is ignored, and told`(mode: UInt32) throws {
        try queue.register(try LinkScheme("app", handler: ["false"]))
        #expect(unsafe chmod(scratch("own"), mode) == 0)
        #expect(throws: LinkError.unknownScheme("app", known: ["budget"])) { try queue.open("app://x") }
        #expect(try queue.ignoredHandlers().count == 1)
        #expect(throws: LinkError.self) { try queue.register(try LinkScheme("app")) }
    }

    @Test func `without a place for them no command is registered`() {
        let queue = LinkQueue(stateDirectory: scratch.path, handlerFile: nil)
        #expect(throws: LinkError.storage(.noHome(variable: "HOME", value: nil))) {
            try queue.register(try LinkScheme("app"))
        }
    }

    @Test func `a command gets the address as one word, and no shell`() throws {
        let url = "app://x?a=$(touch%20owned);b='c'&d"
        // Read by a shell, not run: a file that was just written is "busy" while another test's child has a copy of
        // its descriptor.
        try scratch.write(Array("printf '%s|' \"$#\" \"$@\" > \"\(scratch("got"))\"\n".utf8), to: "handler")
        try queue.register(try LinkScheme("app", handler: ["sh", scratch("handler"), "a b", "%u", "--end"]))
        let event = LinkEvent(id: 1, url: try LinkURL(url), date: Date(timeIntervalSince1970: 9))
        #expect(try queue.open(url) == .handled(event))
        #expect(try MappedFile(path: scratch("got")).copy() == Array("3|a b|\(url)|--end|".utf8))
        #expect(try queue.pending() == [])
    }

    @Test(arguments: [
        ("false", "exit status 1"), ("/nonexistent/command", "No such file or directory"),
    ])
    func `what a command fails at stays queued for a listener`(command: String, reason: String) throws {
        try queue.register(try LinkScheme("app", handler: [command]))
        #expect(throws: LinkError.handlerFailed(command: command, id: 1, reason: reason)) { try queue.open("app://x") }
        #expect(try next(listener("app")) == ["app://x"])
    }
}
