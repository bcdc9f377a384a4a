internal import Glibc
internal import Storage
internal import WebServer

extension WidgetProgram {
    private static let listening =
        "an address of this machine alone; photowidget serve --token-file FILE shows the same to others"

    /// Runs the widgets and serves them until the end; prints first where their page is.
    func serve(
        _ words: ArraySlice<String>, until interruption: () -> Interruption, _ print: (String) -> Void
    ) throws {
        let options = try WidgetProgramOptions(words, known: ["listen", "port", "state-dir", "assets"])
        let address = try options.value("listen", Self.listening) { AccessRules.isLoopback($0) ? $0 : nil }
        let port = try options.value("port", "a number from 0 to 65535") { text in
            Int(text).flatMap { (0...65_535).contains($0) ? $0 : nil }
        }
        let directory = try options.value("state-dir", "a path") { $0.isEmpty ? nil : $0 }
        let server = try WidgetProgramServer(
            widgets, assets: options["assets"].map(AssetFolder.init), address: address ?? "127.0.0.1",
            port: port ?? 8787, stateDirectory: try stateDirectory(directory), interruption: interruption(), now: now)
        print(server.url)
        server.run { line in Self.print("warning: \(line)", to: STDERR_FILENO) }
    }

    private func stateDirectory(_ option: String?) throws(StorageError) -> String {
        if let option { return try Directories.absolute(option) }
        return try Directories.resolve(environment: environment).state
    }
}

extension HTTPServerError {
    /// The exit status.
    var status: Int32 {
        switch self {
        case .noLibrary: EX_UNAVAILABLE
        case .cannotListen(_, _, EADDRINUSE): EX_TEMPFAIL
        case .cannotListen(_, _, EACCES), .cannotListen(_, _, EPERM): EX_NOPERM
        case .cannotListen, .cannotStart: EX_IOERR
        }
    }
}
