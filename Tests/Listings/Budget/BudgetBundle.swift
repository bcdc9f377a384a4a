import SwiftUI
import WidgetKit

@main
struct BudgetBundle: WidgetBundle {
    var body: some Widget {
        BudgetWidget()
    }
}
