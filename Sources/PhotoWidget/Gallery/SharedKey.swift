package import SharedDefaults

/// Where an app keeps what one of its widgets shows: a key of an app group.
package struct SharedKey: Hashable, Sendable {
    /// The app group.
    package var group: GroupName
    /// The key in it.
    package var key: String

    /// Names a key of a group.
    package init(group: GroupName, key: String) {
        self.group = group
        self.key = key
    }

    /// The key that an instance's settings name, or the widget's own where they are silent.
    ///
    /// - Throws: ``DefaultsError/badGroup(_:)``.
    package init(_ settings: InstanceSettings, standard group: String, _ key: String) throws(DefaultsError) {
        self.group = try GroupName(settings.string("group") ?? group)
        self.key = settings.string("key") ?? key
    }

    /// The settings that name a key.
    package static let settings = [
        SettingRule("group", .group, "the app group, as group.com.example.app"),
        SettingRule("key", .text, "the key in the group"),
    ]
}
