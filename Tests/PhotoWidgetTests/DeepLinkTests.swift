import FoundationEssentials
import PhotoWidget
import Testing

@Suite struct DeepLinkTests {
    @Test func `only the value is encoded, so its own question mark survives`() {
        #expect(
            DeepLink.opening("https://h/p?a=1&b=2#f")
                == "widget://deeplink?url=https%3A%2F%2Fh%2Fp%3Fa%3D1%26b%3D2%23f")
    }

    @Test(arguments: ["", "https://h/p?a=1&b=2#f", "a b+c%20", "https://h/한국/🌅", "~-._"])
    func `decoding gives the value back`(value: String) throws {
        let components = try #require(URLComponents(string: DeepLink.opening(value)))
        #expect(components.queryItems?.map(\.name) == ["url"])
        #expect(components.queryItems?.first?.value == value)
    }
}
