import FoundationEssentials

/// Takes in one exchange while libcurl delivers it: used by one thread, during one call.
final class CurlReception {
    /// The header fields of the final answer.
    private(set) var fields = HTTPFields()
    /// The decoded body of a 200 or 206.
    private(set) var body: [UInt8] = []
    /// When the header was whole.
    private(set) var receivedAt: Date?
    /// The last address that was not let through, and why.
    private(set) var refusal: (address: NetworkAddress, reason: String)?

    private let origin: HTTPOrigin
    private let request: FetchRequest
    private let now: () -> Date
    private var pending: HTTPFields.Field?
    private var isAfterStatusLine = false
    private var status = 0
    private var nextKept = firstKept

    /// Receives an answer from `origin` to a request.
    init(for request: FetchRequest, from origin: HTTPOrigin, now: @escaping () -> Date) {
        self.request = request
        self.origin = origin
        self.now = now
    }

    /// Whether a peer may be reached.
    func admits(_ bytes: [UInt8]) -> Bool {
        guard let address = NetworkAddress(bytes: bytes) else { return false }
        guard let reason = request.policy.refusal(of: address, for: origin) else { return true }
        refusal = (address, reason)
        return false
    }

    /// Takes a header line: the status line first, an empty one last.
    func take(line: some Collection<UInt8>) {
        guard isAfterStatusLine else {
            isAfterStatusLine = true
            // "HTTP/1.1 206 Partial Content"
            status = line.split(separator: UInt8(ascii: " ")).dropFirst().first.flatMap { Int(Self.text($0)) } ?? 0
            return
        }
        guard let first = line.first else {
            finishField()
            receivedAt = now()
            return
        }
        if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
            // A folded line goes on with the field before it (RFC 9112 §5.2).
            pending?.value += " " + Self.text(line)
            return
        }
        finishField()
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        pending = HTTPFields.Field(name: Self.text(parts[0]), value: Self.text(parts[1]))
    }

    /// Takes the next bytes of the body.
    func take(body bytes: some Collection<UInt8>) {
        if body.isEmpty, let promised = fields.values("Content-Length").first.flatMap({ Int($0) }) {
            body.reserveCapacity(min(max(promised, 0), request.maxBytes, Self.largestReservation))
        }
        body.append(contentsOf: bytes)
        guard body.count >= nextKept, let keep = request.keepPartial else { return }
        // Doubling: all that is written along the way is at most as long as the body.
        nextKept = body.count * 2
        if let partial = PartialBody(cut: self, status: status, after: request.partial) { keep(partial) }
    }

    /// What came of a body is kept when it is this long, in bytes, and then whenever it is twice as long.
    ///
    /// A process that is killed loses no more than half; pictures of the usual sizes are shorter, and not written twice.
    private static let firstKept = 256 << 10

    /// A promise of more than this, in bytes, is believed when it arrives.
    private static let largestReservation = 8 << 20

    private func finishField() {
        if let pending { fields.append(name: pending.name, value: pending.value) }
        pending = nil
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        var bytes = Array(bytes.drop(while: isSpace))
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
