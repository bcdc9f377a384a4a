// What `import AppIntents` gives a widget's source that was written for iPhone.
@_exported public import AppFoundation

@_exported public import protocol PhotoWidget.AppIntent
@_exported public import struct PhotoWidget.IntentDescription
@_exported public import class PhotoWidget.IntentParameter
@_exported public import protocol PhotoWidget.IntentParameterValue
@_exported public import struct PhotoWidget.LocalizedStringResource
@_exported public import protocol PhotoWidget.WidgetConfigurationIntent
