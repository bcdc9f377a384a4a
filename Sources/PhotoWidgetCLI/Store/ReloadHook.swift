internal import PhotoWidget

/// What is said of a reload that a write asked for.
enum ReloadHook {
    /// The answer to a request that is in the store.
    static func answer(to target: ReloadTarget, in session: Session) throws -> String { "reload requested" }
}
