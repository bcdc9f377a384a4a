import CCurl
import FoundationEssentials

/// Takes in one exchange while libcurl delivers it: used by one thread, during one call.
final class CurlReception {
    /// The header fields of the final answer.
    private(set) var fields = HTTPFields()
    /// The decoded body, where it is wanted.
    private(set) var body: [UInt8] = []
    /// When the header was whole.
    private(set) var receivedAt: Date?
    /// The address that the request was sent to, or that was last tried.
    private(set) var peer: NetworkAddress?
    /// Why the answer was turned away at its header.
    private(set) var fault: FetchError?
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
        guard let reason = request.policy.refusal(of: address, for: origin) else {
            peer = address
            return true
        }
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
        let name = Self.text(parts[0])
        let isAddress = name.lowercased() == "location"
        pending = HTTPFields.Field(name: name, value: isAddress ? Self.address(parts[1]) : Self.text(parts[1]))
    }

    /// What is done with the body, once the header is whole.
    func bodyPlan() -> CCurl_BodyPlan {
        let isRest = status == 206
        guard FetchAttempt.carriesPicture(status) || isRest, !isRest || bringsRest else { return Self.unwanted }
        var plan = CCurl_BodyPlan(use: CCurl_wanted, coding: CCurl_identity, bytes: request.maxBytes)
        switch ContentCoding(fields) {
        case .plain: break
        case .gzip: plan.coding = CCurl_gzip
        case .deflate: plan.coding = CCurl_deflate
        case .foreign(let name): fault = .badCoding(url: request.url, coding: name)
        }
        if isRest, let partial = request.partial { plan.bytes -= partial.bytes.count }
        // A coding may make a body a little longer; then it is counted as it comes.
        let longest = plan.coding == CCurl_identity ? plan.bytes : plan.bytes + plan.bytes / 64 + 4096
        if promised > longest || isRest && range.map({ $0.length > request.maxBytes }) ?? true {
            fault = fault ?? .tooLarge(url: request.url, limit: request.maxBytes)
        }
        if fault != nil { plan.use = CCurl_turned_away }
        return plan
    }

    private static let unwanted = CCurl_BodyPlan(use: CCurl_unwanted, coding: CCurl_identity, bytes: 0)

    /// Whether a 206 goes on where the partial body ends.
    private var bringsRest: Bool {
        guard let partial = request.partial, let range else { return false }
        return range.first == partial.bytes.count
    }

    /// The Content-Length; the largest where it is no number that can be told.
    private var promised: Int {
        fields.values("Content-Length").map { Int($0) ?? ($0.utf8.allSatisfy(\.isDigit) ? .max : 0) }.max() ?? 0
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

    /// An address whose bytes are kept: what is not UTF-8 goes on percent-encoded, and so do spaces and control characters.
    ///
    /// - Source: URL Standard §4.4 ("C0 control percent-encode set"); browsers leave tabs out.
    private static func address(_ bytes: some Collection<UInt8>) -> String {
        let trimmed = trimmed(bytes)
        let isText = String(validating: trimmed, as: UTF8.self) != nil
        var result: [UInt8] = []
        for byte in trimmed where byte != UInt8(ascii: "\t") {
            guard byte <= 0x20 || byte == 0x7F || byte >= 0x80 && !isText else {
                result.append(byte)
                continue
            }
            let digits = Array("0123456789ABCDEF".utf8)
            result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: trimmed(bytes), as: UTF8.self)
    }

    private static func trimmed(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        var bytes = Array(bytes.drop(while: isSpace))
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return bytes
    }
}
