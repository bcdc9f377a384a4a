/// What was found of one thing that the program needs.
struct MachineCheck: Equatable {
    /// How it stands.
    enum Status: String {
        case ok, warning, failed
    }

    /// A word for programs.
    let id: String
    let status: Status
    /// What was found.
    let finding: String
    /// What to do about it.
    var remedy: String?
}
