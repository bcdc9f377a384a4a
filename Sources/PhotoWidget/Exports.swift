internal import PhotoFeed
