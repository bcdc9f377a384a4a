internal import DecodeWorker
internal import PhotoWidget

extension DecodeWorkers {
    /// The program's one pool: what a command decodes next uses the worker of what it decoded before.
    static let ofProgram = DecodeWorkers()
}

extension Arguments {
    /// What decodes pictures: workers, unless the command line says otherwise.
    var decoder: any PictureDecoder { has(.noSandbox) ? InProcessDecoder() : DecodeWorkers.ofProgram }
}
