internal import PhotoWidget

/// Whether `serve` has a token that others cannot have.
enum ServeChecks {
    /// The check of the token that a command line or the environment names; none where none does.
    static func token(_ arguments: Arguments, environment: [String: String]) -> MachineCheck? {
        do {
            guard let token = try ServeToken(arguments, environment: environment) else { return nil }
            guard let warning = token.warnings.first else {
                return MachineCheck(id: "token", status: .ok, finding: "\(token.token.length) characters")
            }
            return MachineCheck(
                id: "token", status: .warning, finding: warning,
                remedy: "give serve a token of \(AccessToken.minLength) characters or more, in a file of mode 0600")
        } catch {
            return MachineCheck(
                id: "token", status: .failed, finding: Failure(error).message,
                remedy: "serve does not start with it; make the file the owner's alone: chmod 600 FILE")
        }
    }
}
