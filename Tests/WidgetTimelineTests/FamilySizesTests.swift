import Testing
import WidgetTimeline

@Suite struct FamilySizesTests {
    @Test(arguments: [
        (WidgetFamily.systemSmall, "systemSmall", 158.0, 158.0), (.systemMedium, "systemMedium", 338, 158),
        (.systemLarge, "systemLarge", 338, 354), (.systemExtraLarge, "systemExtraLarge", 715.5, 342),
        (.accessoryCircular, "accessoryCircular", 72, 72), (.accessoryRectangular, "accessoryRectangular", 160, 72),
        (.accessoryInline, "accessoryInline", 234, 26),
    ])
    func `each family has its name and its standard size`(
        family: WidgetFamily, name: String, width: Double, height: Double
    ) {
        #expect(family.description == name)
        #expect(WidgetFamily(rawValue: name) == family)
        #expect(FamilySizes.standard[family] == DisplaySize(width: width, height: height))
    }

    @Test func `there are seven families and a screen may lack some`() {
        #expect(WidgetFamily.allCases.count == 7)
        #expect(FamilySizes([.systemSmall: DisplaySize(width: 64, height: 32)])[.systemMedium] == nil)
    }
}
