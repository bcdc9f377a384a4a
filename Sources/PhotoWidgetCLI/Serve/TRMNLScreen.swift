internal import FoundationEssentials
internal import PhotoWidget
internal import Synchronization
internal import WebServer

/// What a TRMNL device asks of its server ("bring your own server"): to be known, what to show and for how long, and
/// to be heard.
///
/// The device redraws when the file name changes, which is therefore made of the picture's digest; it sleeps for
/// `refresh_rate` seconds. It is never told to change or reset its firmware.
/// - Source: usetrmnl/trmnl-firmware, README "Web Server Endpoints" and `src/bl.cpp`.
final class TRMNLScreen: ServeAddresses {
    /// The display, in pixels.
    static let size = PixelSize(width: 800, height: 480)
    /// The largest picture that a device takes, in bytes.
    static let maxBytes = 90_000

    private struct Picture {
        var set: String
        var name: String
        var representation: Representation
    }

    private let files: PublishedFiles
    private let id: WidgetID
    private let floor: TimeInterval
    private let token: AccessToken?
    private let guesses: TokenGuesses
    private let decoder: any PictureDecoder
    private let now: @Sendable () -> Date
    private let log: @Sendable (String) -> Void
    /// The newest picture, and the one before: a device may have read its name just now.
    private let pictures = Mutex<[Picture]>([])

    /// Shows a widget; a device sleeps at least `floor` seconds, which its battery is for.
    init(
        _ files: PublishedFiles, showing id: WidgetID, floor: TimeInterval, token: AccessToken?, guesses: TokenGuesses,
        decoder: any PictureDecoder, now: @escaping @Sendable () -> Date, log: @escaping @Sendable (String) -> Void
    ) {
        self.files = files
        self.id = id
        self.floor = floor
        self.token = token
        self.guesses = guesses
        self.decoder = decoder
        self.now = now
        self.log = log
    }

    /// Answers `/api/…` and `/trmnl/…`.
    func answer(_ request: borrowing HTTPRequest, _ segments: [String]) -> HTTPAnswer? {
        guard segments.count == 2, ["api", "trmnl"].contains(segments[0]) else { return nil }
        let method = segments[1] == "log" && segments[0] == "api" ? "POST" : "GET"
        guard request.method == method || (method == "GET" && request.method == "HEAD") else {
            return .now(.method(method == "GET" ? "GET, HEAD" : method))
        }
        switch (segments[0], segments[1]) {
        case ("api", "setup"): return setup(request)
        case ("api", "display"): return display(request)
        case ("api", "log"): return take(request)
        case ("trmnl", let name): return .now(picture(named: name).map { $0.answer(request) } ?? .notFound)
        default: return .now(.notFound)
        }
    }

    // MARK: The protocol

    private func setup(_ request: borrowing HTTPRequest) -> HTTPAnswer {
        guard let device = Self.device(request.header("ID")) else {
            return .now(
                .json(
                    .object([("status", .integer(404)), ("message", .string("ID: expected the device's MAC address"))]),
                    status: 404))
        }
        let base = Self.base(request)
        let key = key(of: device)
        return .later(
            HTTPWork(bodyLimit: 0) { [self] _ in
                let picture = try? current()
                return .json(
                    .object([
                        ("status", .integer(200)), ("api_key", .string(key)),
                        (
                            "friendly_id",
                            .string(String(SHA256.hexDigest(of: Array(device.utf8)).prefix(6).uppercased()))
                        ),
                        ("image_url", JSONText(picture.map { "\(base)\($0.name)" })),
                        ("filename", JSONText(picture?.name)), ("message", .string("photowidget shows \(id)")),
                    ]))
            })
    }

    private func display(_ request: borrowing HTTPRequest) -> HTTPAnswer {
        if let refusal = refusal(of: request) { return refusal }
        let base = Self.base(request)
        return .later(
            HTTPWork(bodyLimit: 0) { [self] _ in
                do {
                    let picture = try current()
                    return .json(
                        .object([
                            ("status", .integer(0)), ("image_url", .string("\(base)\(picture.name)")),
                            ("filename", .string(picture.name)), ("refresh_rate", .integer(try refreshRate())),
                            ("update_firmware", .bool(false)), ("firmware_url", .string("")),
                            ("reset_firmware", .bool(false)), ("special_function", .string("")),
                        ]))
                } catch {
                    // 500 is the protocol's word for "not now"; the device asks again.
                    return .json(
                        .object([
                            ("status", .integer(500)), ("error", .string("\(error)")),
                            ("refresh_rate", .integer(Int(bounded: floor))),
                        ]), status: 503)
                }
            })
    }

    private func take(_ request: borrowing HTTPRequest) -> HTTPAnswer {
        if let refusal = refusal(of: request) { return refusal }
        let device = Self.device(request.header("ID")) ?? "a device"
        return .later(
            HTTPWork(bodyLimit: 64 << 10) { [log] body in
                log("trmnl: \(device): \(VisibleText.line(String(decoding: body, as: UTF8.self), limit: 2000))")
                return HTTPResponse(status: 204, headers: HTTPResponse.common)
            })
    }

    // MARK: Devices

    /// Why a device gets nothing: where there is a token, it shows its key, or the token itself.
    private func refusal(of request: borrowing HTTPRequest) -> HTTPAnswer? {
        guard let token else { return nil }
        let unauthorized = {
            HTTPResponse.error(401, code: "unauthorized", message: "Access-Token: expected what /api/setup gave")
        }
        guard let word = request.header("Access-Token") else { return .now(unauthorized()) }
        let own = Self.device(request.header("ID")).flatMap { AccessToken(key(of: $0)) }
        // Both are compared, so that the time does not tell which of them a word resembles.
        return guesses.refusal(
            of: request.client, { [token.matches(word), own?.matches(word) ?? false].contains(true) },
            else: unauthorized)
    }

    private func key(of device: String) -> String {
        token?.derived(for: device) ?? String(SHA256.hexDigest(of: Array("trmnl \(device)".utf8)).prefix(32))
    }

    /// A MAC address in upper case.
    private static func device(_ header: String?) -> String? {
        guard let parts = header?.split(separator: ":", omittingEmptySubsequences: false), parts.count == 6,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
        else { return nil }
        return parts.joined(separator: ":").uppercased()
    }

    private static func base(_ request: borrowing HTTPRequest) -> String {
        "http://\(request.header("Host") ?? "")/trmnl/"
    }

    // MARK: Pictures

    private func picture(named name: String) -> Representation? {
        pictures.withLock { $0.first { $0.name == name }?.representation }
    }

    private func current() throws -> Picture {
        guard let set = try files.currentSet(of: id) else {
            throw WidgetError.nothingPublished(kind: id.kind, instance: id.instance)
        }
        if let known = pictures.withLock({ $0.first { $0.set == set.name } }) { return known }
        let bytes = try ScreenPicture.bitmap(
            ofSet: set.directory, size: Self.size, palette: Palette(grayDepth: 1), decoder: decoder)
        // The device keeps 35 characters of the name.
        let name = "\(SHA256.hexDigest(of: bytes).prefix(28)).bmp"
        let picture = Picture(
            set: set.name, name: name, representation: Representation(bytes, type: "image/bmp"))
        pictures.withLock { $0 = [picture] + $0.filter { $0.name != name }.prefix(1) }
        return picture
    }

    /// Seconds until the next entry, and not less than the floor.
    private func refreshRate() throws -> Int {
        guard let set = try files.currentSet(of: id),
            let next = WebWidget(id, set: set.name, directory: set.directory).dates.next
        else { return Int(bounded: floor) }
        let rest = try Date(next, strategy: .iso8601).timeIntervalSince(now())
        return Int(bounded: max(floor, min(rest, 86_400)).rounded(.up))
    }
}
