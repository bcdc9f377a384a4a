/// Which file something is, whatever its names are: two hard links, and a link and its target, are one file.
package struct FileIdentity: Hashable, Sendable {
    /// The file system.
    package var device: UInt64
    /// The number in it.
    package var inode: UInt64
}
