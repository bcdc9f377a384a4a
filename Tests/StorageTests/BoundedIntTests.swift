import Testing

@testable import Storage

struct BoundedIntTests {
    private static let most = Int.max - 1023
    private static let numbers: [Double: Int] = [
        .infinity: most, -.infinity: -most, 1e300: most, 9_223_372_036_854_775_808: most, -1e19: -most, 2.9: 2,
        -2.9: -2,
        0: 0,
    ]

    @Test(arguments: numbers.map { ($0.key, $0.value) })
    func `a number becomes the nearest whole one that there is`(number: Double, expected: Int) {
        #expect(Int(bounded: number) == expected)
    }

    @Test func `what is not a number is 0`() { #expect(Int(bounded: Double.nan) == 0) }
}
