import Testing

@Suite struct PhotoFeedTests {}
