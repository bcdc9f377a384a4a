internal import Raster

/// What a worker is made for, told to it before it sees a picture; it is never changed after.
struct WorkerSetup: Equatable {
    /// What it loads before it confines itself.
    var libraries: CodecLibraries
    /// How many bytes of shared memory hold the picture.
    var inputSize: Int
    /// How many bytes of shared memory hold the pixels.
    var outputSize: Int
    /// How much memory it may take beyond what it has when it is ready, in bytes.
    var memory: Int
    /// How much processor time it may take in all, in seconds.
    var processorSeconds: Int
    /// Which protections it applies.
    var protections: Protections

    /// The message that says so.
    var message: [UInt8] {
        var writer = MessageWriter(kind: Message.setup)
        writer.append(Int(libraries.rawValue))
        for number in [inputSize, outputSize, memory, processorSeconds, Int(protections.rawValue)] {
            writer.append(number)
        }
        return writer.bytes
    }
}

extension WorkerSetup {
    /// Reads what ``message`` says.
    init?(_ reader: inout MessageReader) {
        guard let libraries = reader.number(in: 0...255), let inputSize = reader.number(in: 1...Int.max),
            let outputSize = reader.number(in: 1...Int.max), let memory = reader.number(in: 0...Int.max),
            let seconds = reader.number(in: 1...Int(UInt32.max)), let protections = reader.number(in: 0...255)
        else { return nil }
        self.init(
            libraries: CodecLibraries(rawValue: UInt8(libraries)), inputSize: inputSize, outputSize: outputSize,
            memory: memory, processorSeconds: seconds, protections: Protections(rawValue: UInt8(protections)))
    }
}

/// What messages are about, by their first byte.
enum Message {
    /// Load libraries, since a picture will soon be there.
    static let preload: UInt8 = 1
    /// A ``WorkerSetup``.
    static let setup: UInt8 = 2
    /// Decode what is in the input.
    static let decode: UInt8 = 3
    /// A thumbnail, its pixels in the output.
    static let thumbnail: UInt8 = 4
    /// A `DecodingError`.
    static let failure: UInt8 = 5
    /// How confinement went: the first answer to a setup.
    static let ready: UInt8 = 6
}

/// What keeps a worker from doing harm, beside its limits of memory and time.
package struct Protections: OptionSet, Sendable {
    /// A bit a protection.
    package let rawValue: UInt8

    /// Takes bits as they are.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No files, network or signals, where the kernel has Landlock.
    package static let landlock = Protections(rawValue: 1)
    /// No system calls but those of the list; a worker that cannot have it decodes nothing.
    package static let filter = Protections(rawValue: 2)
    /// Both.
    package static let all: Protections = [.landlock, .filter]
}
