import Glibc

/// What the process was started with: its words and its environment, byte for byte as ``Path`` carries them.
package enum ProcessWords {
    /// The program's arguments, without its own name.
    package static var arguments: [String] {
        let count = Int(CommandLine.argc)
        return (1..<max(count, 1)).compactMap { index in
            guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
            return unsafe text(word)
        }
    }

    /// The variables of the environment; of two with one name, the first.
    package static var environment: [String: String] {
        var variables: [String: String] = [:]
        var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = unsafe environ
        while let entry = unsafe next.pointee {
            let line = unsafe text(entry)
            if let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(line[..<equals])
                if variables[name] == nil { variables[name] = String(line[line.utf8.index(after: equals)...]) }
            }
            unsafe next += 1
        }
        return variables
    }

    private static func text(_ pointer: UnsafePointer<CChar>) -> String {
        let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
        return unsafe Path.text(of: bytes)
    }
}
