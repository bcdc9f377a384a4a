internal import PhotoWidget

/// The schemes of the widgets that the program brings, which need no registration.
enum BuiltInSchemes {
    static func all() throws(LinkError) -> [LinkScheme] {
        [
            try LinkScheme("widget", hosts: ["deeplink"]),
            try LinkScheme("wooribudget", hosts: ["addincome", "addexpense"]),
        ]
    }
}
