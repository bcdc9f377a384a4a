import Testing

@Suite struct RasterTests {}
