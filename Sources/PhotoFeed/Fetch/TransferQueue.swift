/// What came of one of many transfers.
public struct TransferAnswer: Sendable {
    /// The number under which the request was added.
    public var id: Int
    /// The answer, as a ``Fetcher`` gives it.
    public var result: Result<FetchResponse, FetchError>

    /// Makes an answer of its parts.
    public init(id: Int, result: Result<FetchResponse, FetchError>) {
        self.id = id
        self.result = result
    }
}

/// Gets many addresses at once for one thread, which starts transfers while there is room and takes answers as they come.
public protocol TransferQueue: AnyObject {
    /// Whether a request to an address would be sent at once.
    func hasRoom(for url: String) -> Bool
    /// Starts a transfer, whether there is room or not; its answer comes from ``next(within:)`` under its number.
    func add(_ request: FetchRequest, id: Int)
    /// The next answer, in the order of arrival; `nil` where none came within a time.
    func next(within time: Duration) -> TransferAnswer?
    /// The bytes of body received so far, those of transfers under way included.
    var receivedCount: Int { get }
    /// Gives up what is under way.
    func cancelAll()
}
