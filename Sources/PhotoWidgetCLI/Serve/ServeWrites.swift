internal import FoundationEssentials
internal import PhotoWidget
internal import WebServer

/// What clients with the token may do: write a value of a group, and ask for a new timeline.
struct ServeWrites: ServeAddresses {
    private let session: Session
    private let rules: AccessRules
    private let storeLimit: Int

    /// Writes as the program itself does, for whom the rules allow it, while the store holds at most `storeLimit` bytes.
    init(_ session: Session, rules: AccessRules, storeLimit: Int) {
        self.storeLimit = storeLimit
        self.session = session
        self.rules = rules
    }

    func answer(_ request: borrowing HTTPRequest, _ segments: [String]) -> HTTPAnswer? {
        switch (segments[0], segments.count) {
        case ("groups", 3): write(request, "PUT") { put(request, group: segments[1], key: segments[2]) }
        case ("reload", 2): write(request, "POST") { reload(segments[1]) }
        default: nil
        }
    }

    private func write(
        _ request: borrowing HTTPRequest, _ method: String, _ answer: () -> HTTPAnswer
    ) -> HTTPAnswer {
        guard request.method == method else { return .now(.method(method)) }
        if let refusal = rules.refusalOfWriting(request) { return refusal }
        return answer()
    }

    // MARK: Values

    /// Writes the body as a value; its type is that of `?type=`, else the one that `Content-Type` means.
    ///
    /// `?reload=KIND` asks for a new timeline in the same transaction.
    private func put(_ request: borrowing HTTPRequest, group: String, key: String) -> HTTPAnswer {
        let type: DefaultsType
        let contentType = Self.mediaType(request.header("Content-Type"))
        if let word = request.argument("type") {
            guard let named = DefaultsType(rawValue: word) else {
                let known = DefaultsType.allCases.map(\.rawValue).joined(separator: ", ")
                return .now(.error(400, code: "bad_type", message: "type: expected one of \(known)"))
            }
            type = named
        } else {
            guard let meant = Self.type(of: contentType) else {
                return .now(
                    .error(
                        415, code: "media_type",
                        message: "expected text/plain, application/json or application/octet-stream, or ?type="))
            }
            type = meant
        }
        let isRaw = contentType != "text/plain"
        let target = request.argument("reload").map { ReloadTarget.kinds([$0]) }
        let (session, storeLimit) = (session, storeLimit)
        // Base64 takes four characters for three bytes, and may be wrapped.
        let limit = SharedDefaults.maxValueBytes * (type == .data && !isRaw ? 2 : 1)
        return .later(
            HTTPWork(bodyLimit: limit) { body in
                do {
                    let value = try Self.value(of: body, type, isRaw: isRaw)
                    return try Self.write(value, GroupName(group), key, target, session, storeLimit)
                } catch {
                    return .failure(error)
                }
            })
    }

    private static func write(
        _ value: DefaultsValue, _ group: GroupName, _ key: String, _ target: ReloadTarget?, _ session: Session,
        _ storeLimit: Int
    ) throws -> HTTPResponse {
        let defaults = SharedDefaults(group: group, stateDirectory: try session.directories.state, now: session.now)
        let sequence: Int
        do throws(DefaultsError) {
            sequence = try defaults.write(value, forKey: key, reload: target, maxStoreBytes: storeLimit)
        } catch .storage(.noRoom(_, let count, let limit)) {
            return .error(
                507, code: "store_full",
                message: "the store would take \(count) bytes, more than --store-limit allows (\(limit)); "
                    + "delete what is not needed: photowidget defaults delete")
        } catch {
            throw error
        }
        // The request is in the store: a reload that fails here is no failed write.
        let answer = target.map { (try? ReloadHook.answer(to: $0, in: session)) ?? "reload requested" }
        return .json(
            .object([
                ("group", .string(group.text)), ("key", .string(key)), ("type", .string(value.type.rawValue)),
                ("sequence", .integer(sequence)), ("reload", JSONText(answer)),
            ]))
    }

    private static func value(of body: [UInt8], _ type: DefaultsType, isRaw: Bool) throws -> DefaultsValue {
        if type == .data, isRaw { return .data(body) }
        guard let text = String(validating: body, as: UTF8.self) else {
            throw UsageError.badValue(option: "the body", value: "", expected: "UTF-8")
        }
        return try DefaultsInput(type: type).value(ofText: text)
    }

    /// The media type alone, in lower case, without its parameters.
    private static func mediaType(_ header: String?) -> String? {
        guard let header, let type = header.split(separator: ";").first else { return nil }
        return type.lowercased().filter { $0 != " " && $0 != "\t" }
    }

    private static func type(of mediaType: String?) -> DefaultsType? {
        switch mediaType {
        case nil, "text/plain": .string
        case "application/json": .json
        case "application/octet-stream": .data
        default: nil
        }
    }

    // MARK: Reloads

    /// Asks for a new timeline of a kind, as `photowidget reload` does: 202 where it is still to come.
    private func reload(_ kind: String) -> HTTPAnswer {
        let session = session
        return .later(
            HTTPWork(bodyLimit: 0) { _ in
                do {
                    let reports = try session.reload(kinds: [kind], by: .program)
                    if let error = reports.lazy.compactMap(\.error).first { return .failure(error) }
                    let list = reports.map { ReloadText.json(for: $0) }
                    return .json(
                        .object([("reloads", .array(list))]),
                        status: reports.allSatisfy { $0.entry != nil } ? 200 : 202)
                } catch {
                    return .failure(error)
                }
            })
    }
}
