/// How a run ended: the numbers of sysexits.h, and one of our own (contract §1).
enum ExitStatus: Int32, Sendable {
    /// Done, also when a stale picture had to serve.
    case done = 0
    /// The command line is wrong.
    case usage = 64
    /// The data is wrong: a feed that cannot be read, not a picture, a picture refused by a limit.
    case badData = 65
    /// An input file is missing.
    case noInput = 66
    /// Nothing to show: network or server failed and nothing was cached.
    case unavailable = 69
    /// A bug here.
    case bug = 70
    /// Output cannot be created.
    case cannotCreate = 73
    /// Input or output failed, or the disk is full.
    case inputOutput = 74
    /// Try later: another run holds the lock, or the server said wait.
    case tryLater = 75
    /// Refused by policy: an address, a group, a permission.
    case refused = 77
    /// The configuration is wrong.
    case badConfiguration = 78
    /// The feed has no photos.
    case noPhotos = 79
}
