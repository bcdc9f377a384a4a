internal import PhotoWidget

/// Does what a write asked for with `--reload`.
enum ReloadHook {
    /// The answer to a request that is in the store.
    ///
    /// A kind that is not known here is another program's: it takes the request from the store itself.
    static func answer(to target: ReloadTarget, in session: Session) throws -> String {
        let known = session.widgets().map(\.kind)
        let kinds: [String]? =
            switch target {
            case .kinds(let kinds): kinds
            case .all: nil
            }
        let own = kinds?.filter(known.contains)
        let others = (kinds ?? []).filter { !known.contains($0) }
        let reports = own?.isEmpty == true ? [] : try session.reload(kinds: own, by: .writer)
        let lines = reports.map(ReloadText.line) + others.map { "\($0): reload requested" }
        return lines.isEmpty ? "reload requested" : lines.joined(separator: "\n")
    }
}
