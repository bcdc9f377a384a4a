// Written as for an iPhone, not for this house.
// swift-format-ignore-file

import Foundation

struct PhotoModel: Codable {
    struct Item: Codable {
        struct Media: Codable {
            let m: String
        }

        let title: String
        let media: Media
    }

    let items: [Item]
}
