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
