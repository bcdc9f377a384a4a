// What `import Intents` gives a widget's source that was written for iPhone.
@_exported public import AppFoundation

@_exported public import class PhotoWidget.INIntent
