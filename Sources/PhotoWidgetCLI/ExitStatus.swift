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

extension ExitStatus {
    /// What each says to a person, in the order of the numbers.
    static let meanings: [(ExitStatus, String)] = [
        (.done, "done, also when a stale picture had to serve"), (.usage, "the command line is wrong"),
        (.badData, "the data is wrong"), (.noInput, "an input file is missing"),
        (.unavailable, "nothing to show: network or server failed and nothing was cached"), (.bug, "a bug"),
        (.cannotCreate, "output cannot be created"), (.inputOutput, "input or output failed, or the disk is full"),
        (.tryLater, "try later: another run is at work, or the server said wait"),
        (.refused, "refused by policy: an address, a group, a permission"),
        (.badConfiguration, "the configuration is wrong"), (.noPhotos, "the feed has no photos"),
    ]
}
