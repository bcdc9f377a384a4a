internal import PhotoWidget

/// The versions of the program and of the libraries it uses.
enum VersionText {
    /// Prints them: one line each, or an object.
    static func print(in shell: Shell, asJSON: Bool) throws {
        let libraries = Libraries.all
        if asJSON {
            try shell.out.print(
                JSONText.object([
                    ("version", .string(Libraries.programVersion)),
                    ("libraries", .object(libraries.map { ($0.name, JSONText($0.version)) })),
                ]).pretty)
        } else {
            try shell.out.print("photowidget \(Libraries.programVersion)")
            for library in libraries { try shell.out.print("\(library.name) \(library.version ?? "is missing")") }
        }
    }
}
