internal import Glibc
internal import WebServer

extension Failure {
    /// Why the server did not start.
    init(_ error: HTTPServerError) {
        let (status, code): (ExitStatus, String) =
            switch error {
            case .noLibrary: (.unavailable, "no_libmicrohttpd")
            case .cannotListen(_, _, EADDRINUSE): (.tryLater, "port_in_use")
            case .cannotListen(_, _, EACCES), .cannotListen(_, _, EPERM): (.refused, "permission")
            case .cannotListen(_, _, EINVAL), .cannotListen(_, _, EADDRNOTAVAIL): (.usage, "bad_address")
            case .cannotListen, .cannotStart: (.inputOutput, "cannot_listen")
            }
        self.init(status: status, code: code, message: "\(error)")
    }
}
