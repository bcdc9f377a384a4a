internal import Glibc
internal import PhotoWidget

/// Where one thumbnail goes, and in which format.
struct ThumbnailOutput: Equatable {
    /// The file's path; `nil` for standard output.
    let path: String?
    /// The format.
    let format: ThumbnailFormat

    /// Finds the outputs of some sources, one each, or says which option is wrong.
    ///
    /// `output` is what `-o` says: a file, a directory, `-`, or nothing. A terminal gets no picture unasked.
    static func outputs(
        for sources: [String], output: String?, format: ThumbnailFormat?, isTerminal: Bool
    ) throws -> [ThumbnailOutput] {
        if let output, Path.endsInSlash(output) || Directory.isDirectory(output) {
            return try files(for: sources, in: output, format: format ?? .png)
        }
        guard sources.count == 1 else {
            throw UsageError.badValue(
                option: "--output", value: output ?? "", expected: "a directory that is there, for several pictures")
        }
        guard let output, output != "-" else {
            if output == nil, isTerminal {
                throw UsageError.missingValue(option: "--output", expected: "a file; - writes to the terminal")
            }
            return [ThumbnailOutput(path: nil, format: format ?? .png)]
        }
        guard let format = format ?? ThumbnailFormat(ending: ending(of: output)) else {
            throw UsageError.badValue(
                option: "--output", value: output, expected: "a name that ends in .png, .pam or .jpg (or give --format)"
            )
        }
        return [ThumbnailOutput(path: output, format: format)]
    }

    /// Checks that no output is one of the inputs, and none a file that the program did not write, unless forced: before
    /// the first is written.
    static func check(_ outputs: [ThumbnailOutput], inputs: Set<FileIdentity>, isForced: Bool) throws {
        var places: Set<DirectoryIdentity> = []
        for output in outputs {
            if let path = output.path {
                try OutputFile(path: path, isForced: isForced, inputs: inputs).check()
                // Through links two names may be one file.
                if outputs.count > 1, !places.insert(DirectoryIdentity(of: path)).inserted {
                    throw UsageError.badValue(
                        option: "--output", value: path, expected: "a file of its own for each picture")
                }
            } else if let file = FileStatus.of(descriptor: STDOUT_FILENO), file.kind == .file,
                inputs.contains(file.identity)
            {
                throw OutputFileError(path: "standard output", reason: .isInput)
            }
        }
    }

    /// Which files some sources are: addresses are none, and "-" is one where standard input comes of one.
    static func identities(of sources: [String]) -> Set<FileIdentity> {
        Set(
            sources.compactMap { source in
                if ThumbnailInput.isAddress(source) { return nil }
                let status =
                    source == "-" ? FileStatus.of(descriptor: STDIN_FILENO) : (try? FileStatus.following(source)) ?? nil
                return status.flatMap { $0.kind == .file ? $0.identity : nil }
            })
    }

    /// Writes a bitmap: a file whole or not at all, unless it is one of the inputs.
    func write(
        _ bitmap: Bitmap, inputs: Set<FileIdentity>, isForced: Bool, to standardOutput: any TextOutput
    ) throws {
        let bytes: [UInt8]
        do {
            bytes = try format.encode(bitmap)
        } catch {
            throw UsageError.badValue(
                option: "--format", value: format.rawValue, expected: "able to hold \(bitmap.size) pixels (\(error))")
        }
        if let path {
            try OutputFile(path: path, isForced: isForced, inputs: inputs).write(bytes)
        } else {
            try standardOutput.write(bytes)
        }
    }

    /// One file for each source: its name with the new ending; its whole name before that where two would be the same.
    private static func files(
        for sources: [String], in directory: String, format: ThumbnailFormat
    ) throws -> [ThumbnailOutput] {
        guard Directory.isDirectory(directory) else {
            throw OutputFileError(
                path: directory, cause: .system(operation: "open", path: directory, errno: ENOENT))
        }
        let names = sources.map { source in
            let name = source == "-" ? "stdin" : Path.name(of: source)
            return name.split(separator: "?").first.map(String.init) ?? name
        }
        let stems = names.map { name in
            ending(of: name).isEmpty ? name : String(name.dropLast(ending(of: name).count + 1))
        }
        let counts = Dictionary(stems.map { ($0, 1) }, uniquingKeysWith: +)
        let folder = Path.endsInSlash(directory) ? directory : directory + "/"
        let paths = zip(names, stems).map { name, stem in
            folder + (counts[stem] == 1 ? stem : name) + "." + format.fileExtension
        }
        guard Set(paths).count == paths.count else {
            throw UsageError.badValue(
                option: "--output", value: directory,
                expected: "enough for pictures of the same name; make them in two runs")
        }
        return paths.map { ThumbnailOutput(path: $0, format: format) }
    }

    /// What stands behind the last dot of the last component.
    private static func ending(of path: String) -> String {
        let name = Path.name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }
}
