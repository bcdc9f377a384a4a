import PhotoFeed
import Synchronization

/// A server whose every answer a test writes, and that remembers what it was asked.
final class ScriptedFetcher: Fetcher {
    typealias Script = @Sendable (FetchRequest) throws(FetchError) -> FetchResponse

    private let state: Mutex<(script: Script, requests: [FetchRequest])>

    init(_ script: @escaping Script) { state = Mutex((script, [])) }

    /// What was asked, in order.
    var requests: [FetchRequest] { state.withLock { $0.requests } }

    /// Changes the answers.
    func answer(_ script: @escaping Script) { state.withLock { $0.script = script } }

    func fetch(_ request: FetchRequest) throws(FetchError) -> FetchResponse {
        let script = state.withLock { state in
            state.requests.append(request)
            return state.script
        }
        return try script(request)
    }
}
