@_exported public import PhotoFeed
@_exported public import Raster
@_exported public import SharedDefaults
@_exported public import Storage
@_exported public import WidgetTimeline
@_exported public import WidgetUI
