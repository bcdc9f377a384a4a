import FoundationEssentials
import Storage
import Testing

@testable import SharedDefaults

struct StoreSchemaTests {
    @Test func `the schema that other languages run is the program's own`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "integrations/writers/schema.sql")
        let text = try #require(String(data: Data(contentsOf: file), encoding: .utf8))
        let scripts = Store.schema.migrations
        #expect(text == scripts.joined(separator: "\n") + "\n")
    }
}
