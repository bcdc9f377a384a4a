// Written as for an iPhone, not for this house.
// swift-format-ignore-file

import SwiftUI
import WidgetKit

@main
struct BudgetBundle: WidgetBundle {
    var body: some Widget {
        BudgetWidget()
    }
}
