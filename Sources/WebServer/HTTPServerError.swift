internal import Glibc

/// Why a server did not start.
package enum HTTPServerError: Error, Equatable, Sendable {
    /// libmicrohttpd is not there.
    case noLibrary
    /// Not an address of this machine, or not a numeric one; or its port is taken, or is not for this user.
    case cannotListen(address: String, port: Int, errno: Int32)
    /// The library refused; the system's reason, where it has one.
    case cannotStart(errno: Int32)
}

extension HTTPServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noLibrary: "libmicrohttpd is not there (Debian: libmicrohttpd12)"
        case .cannotListen(let address, let port, let number):
            "cannot listen on \(address), port \(port): \(Self.words(for: number))"
        case .cannotStart(let number): "the server does not start: \(Self.words(for: number))"
        }
    }

    private static func words(for number: Int32) -> String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}
