internal import Glibc

/// A program that is made of widgets: what `main()` of a `Widget` or a `WidgetBundle` runs.
package enum WidgetProgram {
    /// Runs the program with the words of its command line, and says its exit status.
    ///
    /// - Parameters:
    ///   - descriptions: The widgets.
    ///   - arguments: The words after the program's name.
    ///   - write: Takes what the program prints.
    ///   - complain: Takes what the program says on standard error.
    /// - Returns: 0, or 64 for words that mean nothing.
    package static func run(
        _ descriptions: [WidgetDescription], arguments: [String], write: (String) -> Void,
        complain: (String) -> Void
    ) -> Int32 {
        guard arguments == ["--list"] else {
            complain("usage: PROGRAM --list")
            return EX_USAGE
        }
        write(JSONText.array(descriptions.map(\.json)).compact)
        return 0
    }

    /// Runs the program with its own command line, and ends it.
    static func main(_ descriptions: [WidgetDescription]) -> Never {
        exit(
            run(
                descriptions, arguments: Array(CommandLine.arguments.dropFirst()), write: { print($0) },
                complain: { message in
                    let line = Array((message + "\n").utf8)
                    _ = unsafe Glibc.write(STDERR_FILENO, line, line.count)
                }))
    }
}

extension WidgetDescription {
    /// What people want to know of a widget before they use it.
    fileprivate var json: JSONText {
        .object([
            ("kind", .string(kind)), ("displayName", .string(displayName)), ("description", .string(description)),
            ("supportedFamilies", .array(supportedFamilies.map { .string($0.rawValue) })),
        ])
    }
}
