// What `import UIKit` gives a widget's source that was written for iPhone: pictures in memory, and Foundation.
@_exported public import AppFoundation

@_exported public import class WidgetUI.UIImage
