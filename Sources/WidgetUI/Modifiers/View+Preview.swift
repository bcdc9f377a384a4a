/// What a preview stands in.
public protocol PreviewContext {}

/// Views to look at while writing them; they build, and nothing shows them here.
@MainActor @preconcurrency public protocol PreviewProvider {
    /// What is looked at.
    associatedtype Previews: View
    /// What is looked at.
    @ViewBuilder static var previews: Previews { get }
}

extension View {
    /// The view; what a preview stands in is for Xcode.
    public nonisolated func previewContext(_ value: some PreviewContext) -> some View { self }

    /// The view; a preview's name is for Xcode.
    public nonisolated func previewDisplayName(_ value: String?) -> some View { self }
}
