internal import PhotoWidget
internal import WebServer

extension HTTPResponse {
    /// An error of the program, with the status that fits it.
    static func failure(_ error: any Error) -> HTTPResponse {
        let failure = Failure(error)
        let status =
            switch failure.code {
            case "unknown_kind", "nothing_published": 404
            case "disk_full": 507
            case "damaged": 500
            default:
                switch failure.status {
                case .usage, .badData, .noInput: 400
                case .refused where error is DefaultsError: 400
                case .refused: 403
                case .unavailable, .noPhotos: 502
                case .tryLater: 503
                case .done, .bug, .cannotCreate, .inputOutput, .badConfiguration: 500
                }
            }
        return .error(
            status, code: failure.code, message: failure.message, headers: status == 503 ? [("Retry-After", "10")] : [])
    }
}
