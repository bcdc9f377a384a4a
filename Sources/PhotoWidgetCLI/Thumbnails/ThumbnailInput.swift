internal import Glibc
internal import PhotoWidget

/// Where pictures for thumbnails come from; the network's stages are made when an address is first asked for.
struct ThumbnailInput {
    private let arguments: Arguments
    private let shell: Shell
    private let loader: PhotoLoader?
    private let maxBytes: Int?

    init(_ arguments: Arguments, in shell: Shell) throws {
        self.arguments = arguments
        self.shell = shell
        maxBytes = try arguments.quantity(.maxBytes)
        let needsNetwork = arguments.operands.contains(where: Self.isAddress)
        loader = try needsNetwork ? Self.loader(arguments, in: shell) : nil
    }

    /// Decodes a source.
    func thumbnail(of source: String, _ request: ThumbnailRequest) throws -> Thumbnail {
        if let loader, Self.isAddress(source) {
            return try loader.thumbnail(of: source, request)
        }
        if source == "-" {
            let bytes = try standardInput()
            return try decoding("standard input") { () throws(DecodingError) in
                try arguments.decoder.thumbnail(of: bytes, request)
            }
        }
        return try decoded(source, request)
    }

    private static func loader(_ arguments: Arguments, in shell: Shell) throws -> PhotoLoader {
        let session = try Session(arguments, in: shell)
        return try session.loader(now: session.now)
    }

    /// Whether a source is fetched.
    static func isAddress(_ source: String) -> Bool {
        source.hasPrefix("http://") || source.hasPrefix("https://")
    }

    private func decoded(_ path: String, _ request: ThumbnailRequest) throws -> Thumbnail {
        let bytes = try contents(of: path)
        var request = request
        request.limits.formats = ImageFormat.promised(byName: path)
        return try decoding(path) { () throws(DecodingError) in
            try arguments.decoder.thumbnail(of: bytes, request)
        }
    }

    private func contents(of path: String) throws -> [UInt8] {
        do {
            return try FileBytes(path: path, followsLinks: true, maxBytes: maxBytes ?? FileBytes.standardLimit).bytes
        } catch let error where error.isMissing {
            throw InputError.missing(path: path)
        } catch .tooLarge(let path, let limit) {
            throw InputError.tooLarge(path: path, limit: limit)
        } catch {
            throw InputError.unreadable(path: path, error)
        }
    }

    private func decoding(_ name: String, _ body: () throws(DecodingError) -> Thumbnail) throws -> Thumbnail {
        do {
            return try body()
        } catch {
            throw InputError.notAPicture(path: name, error)
        }
    }

    private func standardInput() throws -> [UInt8] {
        let limit = maxBytes ?? LoadLimits.standard.maxBytes
        var bytes: [UInt8] = []
        while true {
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw StorageError.system(operation: "read", path: "standard input", errno: errno)
            }
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else { throw InputError.tooLarge(path: "standard input", limit: limit) }
        }
    }
}
