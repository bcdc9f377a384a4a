import Testing

@Suite struct PhotoWidgetTests {}
