import Testing

@Suite struct WidgetTimelineTests {}
