// What `import SwiftUI` gives a widget's source that was written for iPhone.
@_exported public import AppFoundation
@_exported public import WidgetUI
