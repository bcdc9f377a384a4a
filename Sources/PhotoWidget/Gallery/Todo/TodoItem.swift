/// One todo, as the app writes it.
package struct TodoItem: Codable, Hashable, Sendable, Identifiable {
    /// The app's number of it.
    package var id: Int
    /// Whether it is done.
    package var isCompleted: Bool
    /// What is to be done.
    package var text: String
}
