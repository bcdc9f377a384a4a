/// Content that is hidden for a reason.
extension View {
    /// The view with texts and pictures hidden for a reason.
    public nonisolated func redacted(reason: RedactionReasons) -> some View {
        EnvironmentView(content: self) { $0.redactionReasons.formUnion(reason) }
    }

    /// The view with nothing hidden.
    public nonisolated func unredacted() -> some View {
        EnvironmentView(content: self) { $0.redactionReasons = [] }
    }

    /// The view, which is hidden where private data is.
    public nonisolated func privacySensitive(_ sensitive: Bool = true) -> some View {
        EnvironmentView(content: self) { $0.isPrivate = sensitive }
    }
}
