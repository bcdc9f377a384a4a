// What `import WidgetKit` gives a widget's source that was written for iPhone. Name by name: the package's own rooms
// have words, such as `DecodingError`, that mean something else in such a source.
@_exported public import AppFoundation
@_exported public import WidgetTimeline

@_exported public import struct PhotoWidget.AppIntentConfiguration
@_exported public import struct PhotoWidget.EmptyWidgetConfiguration
@_exported public import struct PhotoWidget.IntentConfiguration
@_exported public import struct PhotoWidget.StaticConfiguration
@_exported public import protocol PhotoWidget.Widget
@_exported public import protocol PhotoWidget.WidgetBundle
@_exported public import enum PhotoWidget.WidgetBundleBuilder
@_exported public import class PhotoWidget.WidgetCenter
@_exported public import protocol PhotoWidget.WidgetConfiguration
@_exported public import protocol PhotoWidget.WidgetConfigurationIntent
@_exported public import struct PhotoWidget.WidgetInfo
@_exported public import struct PhotoWidget.WidgetPreviewContext
