/// What the value of an option names, for a program that confines itself to what is named.
enum PathUse: Hashable, Sendable {
    /// A file that is read.
    case file
    /// A directory, all below which is read.
    case folder
    /// A saved feed, which names pictures beside and below it; or an address.
    case feed
    /// A file or a directory that is written.
    case output
    /// A directory that the command's places speak of.
    case ownDirectory
}
