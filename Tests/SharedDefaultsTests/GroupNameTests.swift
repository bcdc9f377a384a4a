import Testing

@testable import SharedDefaults

@Suite struct GroupNameTests {
    @Test(arguments: ["group.a", "group.react.native.widget.example", "group.woori.homeWidget", "group.a-b_c.9"])
    func `a dotted identifier behind group is a name`(text: String) throws {
        #expect(try GroupName(text).text == text)
    }

    @Test(arguments: [
        "", "group", "group.", "group..a", "group.a.", "Group.a", "com.example", "../evil", "group./evil", "group.a/b",
        "group.a b", "group.é", "group.a\n", "group.\u{0}", "group." + String(repeating: "a", count: 123),
    ])
    func `what could lead elsewhere is refused, and named`(text: String) {
        #expect(throws: DefaultsError.badGroup(text)) { try GroupName(text) }
    }
}
