internal import PhotoWidget

/// Whether other users can decide what the program runs, reads or publishes.
enum OwnershipChecks {
    /// The checks that found something, and one for what is sound.
    static func all(_ session: Session) -> [MachineCheck] {
        [((try? session.directories.state) ?? nil).flatMap(state), configuration(session), handlers(session)]
            .compactMap(\.self)
    }

    /// A state directory that others can write to: they could put links and files in the place of what is published.
    private static func state(_ path: String) -> MachineCheck? {
        guard let entry = (try? FileStatus.following(path)) ?? nil else { return nil }
        guard entry.isWritableByOthers else { return nil }
        return MachineCheck(
            id: "state-directory-mode", status: .warning, finding: "\(path) can be written by other users",
            remedy: "chmod go-w \(path); defaults write --share-with GROUP opens only \(path)/store to a group")
    }

    private static func configuration(_ session: Session) -> MachineCheck? {
        guard let path = try? session.configurationPath, (try? FileStatus.of(path)) != nil,
            let fault = try? TrustedFile.fault(ofDirectory: Path.parent(of: path))
        else { return nil }
        return MachineCheck(
            id: "configuration-place", status: .warning,
            finding: "\(fault): other users decide what is shown and published",
            remedy: "move the configuration where only you can write")
    }

    private static func handlers(_ session: Session) -> MachineCheck {
        do {
            let queue = LinkQueue(
                stateDirectory: try session.directories.state, handlerFile: session.linkHandlerFile,
                builtIn: try BuiltInSchemes.all(), now: session.now)
            let ignored = try queue.ignoredHandlers()
            guard let first = ignored.first else {
                return MachineCheck(
                    id: "link-handlers", status: .ok, finding: "only your own commands are run for links")
            }
            let others = ignored.count > 1 ? " (and \(ignored.count - 1) more: photowidget links list)" : ""
            return MachineCheck(
                id: "link-handlers", status: .warning, finding: "\(first)\(others)",
                remedy: "make the place yours alone, or register the command anew by photowidget links register")
        } catch {
            return MachineCheck(
                id: "link-handlers", status: .warning, finding: "\(error)", remedy: "see its owner and mode")
        }
    }
}
