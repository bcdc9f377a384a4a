import FoundationEssentials
import PhotoWidget
import Storage
import TestSupport
import Testing

@Suite struct ConfigurationFileTests {
    private let widgets = WidgetGallery.widgets(
        photo: StaticWidgetProvider(PhotoTimetable(every: 180) { Date() }) { _ in EmptyView() },
        stateDirectory: "/nowhere", language: "ko", now: { Date() })

    private func read(_ text: String) throws -> [WidgetInstance] {
        try ConfigurationFile(text, path: "/etc/pw/c.json5", widgets: widgets, home: "/home/ann").instances
    }

    @Test func `instances have what is set for them`() throws {
        let instances = try read(
            """
            {
              instances: [
                { kind: "photo", instance: "kitchen", every: "3m", budget: "widgetkit", publish: "~/kitchen",
                  configuration: { tags: ["texas", "sky"], item: 2 } },
                { kind: "todo", family: "systemLarge", every: 2.5, budget: 10, publish: "todo",
                  configuration: { group: "group.my.app", key: "list" } },
              ],
            }
            """)
        let (photo, todo) = (instances[0], instances[1])
        #expect(photo.id == WidgetID(kind: "photo", instance: "kitchen") && photo.every == 180 && photo.line == 3)
        #expect(photo.settings.strings("tags") == ["texas", "sky"] && photo.settings.integer("item") == 2)
        #expect(photo.directory == "/home/ann/kitchen" && photo.budget == .widgetKit && photo.family == nil)
        #expect(todo.id == WidgetID(kind: "todo") && todo.every == 2.5 && todo.family == .systemLarge)
        #expect(todo.directory == "/etc/pw/todo" && todo.budget == .reloads(10))
        #expect(todo.settings.string("key") == "list")
    }

    @Test(arguments: [
        ("{\n instances: [\n {kind: 'photo', evry: 3}]}", ":3: \"evry\" is not known; did you mean every?"),
        ("{\n instanses: []}", ":2: \"instanses\" is not known; did you mean instances?"),
        ("{instances: [{kind: 'photo', xyzzy: 3}]}", "known are kind, instance, family"),
        ("{instances: [{kind: 'todo', configuration: {grup: 'group.a'}}]}", "did you mean group?"),
        ("{instances: [{}]}", ":1: kind is missing"),
        ("{instances: [{kind: 'phto'}]}", "kind is \"phto\", not a kind of widget (photo, todo, budget)"),
        ("{instances: [{kind: 'budget', family: 'systemSmall'}]}", "not one of systemMedium"),
        ("{instances: [{kind: 'photo', instance: '../evil'}]}", "instance is \"../evil\""),
        ("{instances: [{kind: 'photo', every: -3}]}", "every is -3, not a time"),
        ("{instances: [{kind: 'photo', every: true}]}", "every is true, not a time"),
        ("{instances: [{kind: 'photo', budget: 'much'}]}", "not a number of reloads a day, widgetkit or none"),
        ("{instances: [{kind: 'photo', publish: 3}]}", "publish is 3, not a directory"),
        ("{instances: [{kind: 'photo', configuration: {tags: [1]}}]}", "tags is a list, not a text or a list of texts"),
        ("{instances: [{kind: 'photo', configuration: {fit: 'big'}}]}", "not one of contain, cover, exact"),
        ("{instances: [{kind: 'todo', configuration: {group: '../evil'}}]}", "not a group"),
        ("{instances: {}}", "instances is an object, not a list of objects"),
        ("[]", "the file is a list, not an object"),
        ("{instances: [\n{kind: 'photo'},\n{kind: 'photo'}]}", ":3: photo/default is there twice, first on line 2"),
        (
            "{instances: [{kind: 'photo', publish: 'a'},\n{kind: 'todo', publish: 'a'}]}",
            ":2: the directory /etc/pw/a is there twice, first on line 1"
        ), ("{instances: [\n3}", ":2: expected ',' or ']'"),
    ])
    func `what is wrong is told with its line`(text: String, expected: String) {
        #expect {
            try read(text)
        } throws: { error in
            "\(error)".hasPrefix("/etc/pw/c.json5:") && "\(error)".contains(expected)
        }
    }

    @Test func `a file that is not there sets nothing, and one that is no text is told`() throws {
        let scratch = try ScratchDirectory()
        #expect(try ConfigurationFile.reading(scratch("none"), widgets: widgets) == nil)
        try scratch.write([0x7B, 0xFF, 0x7D], to: "bytes")
        #expect(throws: ConfigurationError.syntax(path: scratch("bytes"), line: 1, expected: "text in UTF-8")) {
            try ConfigurationFile.reading(scratch("bytes"), widgets: widgets)
        }
    }

    @Test func `a file may be a link to where people keep such files`() throws {
        let scratch = try ScratchDirectory()
        try scratch.write(Array("{instances: [{kind: 'todo'}]}".utf8), to: "dotfiles/photowidget")
        try SymbolicLink.replace(at: scratch("config.json5"), with: "dotfiles/photowidget")
        let file = try ConfigurationFile.reading(scratch("config.json5"), widgets: widgets)
        #expect(file?.instances.map(\.id) == [WidgetID(kind: "todo")])
        #expect(throws: ConfigurationError.self) { try ConfigurationFile.reading(scratch.path, widgets: widgets) }
    }

    @Test(arguments: [
        (["XDG_CONFIG_HOME": "/x", "HOME": "/h"], "/x/photowidget/config.json5"),
        (["XDG_CONFIG_HOME": "x", "HOME": "/h"], "/h/.config/photowidget/config.json5"), (["HOME": "h"], nil),
        ([:], nil),
    ])
    func `the standard place is the desktop's`(environment: [String: String], path: String?) {
        #expect(ConfigurationFile.standardPath(environment: environment) == path)
    }
}
