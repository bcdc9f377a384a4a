package import FoundationEssentials

/// The widgets that come with photowidget; one line a widget.
package enum WidgetGallery {
    /// Describes every widget; the photo's provider is made of options, so it is passed in.
    ///
    /// - Parameters:
    ///   - photo: The provider of the photo widget.
    ///   - stateDirectory: Where the shared store is.
    ///   - language: The machine's language, as `LANG` has it.
    ///   - now: The clock.
    /// - Returns: The descriptions, in the order in which kinds are listed.
    package static func widgets(
        photo: any WidgetProvider, stateDirectory: String, language: String, now: @escaping @Sendable () -> Date
    ) -> [WidgetDescription] {
        [
            PhotoFrame.description(photo),
            TodoList.description(stateDirectory: stateDirectory, now: now),
            Budget.description(stateDirectory: stateDirectory, language: language, now: now),
        ]
    }
}
