internal import Foundation
package import PhotoFeed
internal import PhotoWidget

/// How a widget's own requests reach their servers: by the package's fetcher, with its limits and its policy, and once
/// for all entries of a timeline.
package enum WebTransport {
    /// The largest answer, in bytes: 32 MiB.
    package static let maxBytes = 32 << 20

    /// What gets an address; task-local, so that a test needs no network.
    @TaskLocal package static var fetcher: any Fetcher = {
        let clock = FetchClock.system(now: { Date() })
        let userAgent = "photowidget/\(Libraries.programVersion) (+\(Libraries.projectURL))"
        let network = NetworkSettings(environment: ProcessInfo.processInfo.environment)
        return RecentAnswers(
            before: CurlFetcher(userAgent: userAgent, network: network, clock: clock), uptime: clock.uptime)
    }()

    /// Gets an address through a fetcher.
    static func get(_ url: URL, by fetcher: any Fetcher) throws(FetchError) -> FetchResponse {
        let request = FetchRequest(url: url.absoluteString, maxBytes: maxBytes, policy: AddressPolicy())
        return try fetcher.fetch(request)
    }
}
