import Testing

@Suite struct PhotoWidgetCLITests {}
