/// One option of the command line.
struct Option: Hashable, Sendable {
    /// The long name, without dashes.
    let name: String
    /// The short name, without its dash.
    var short: Character?
    /// What its value is called in help texts; `nil` for a switch.
    var value: String?
    /// One line of help.
    let summary: String
    /// The value without it, for help texts.
    var standard: String?
    /// The words it accepts, where these are few.
    var choices: [String] = []
    /// Words worth offering, where others are accepted too.
    var suggestions: [String] = []
    /// Whether it narrows a feed: an empty value would ask for more than anybody meant.
    var narrows = false
    /// Whether every word behind it belongs to it, as of a command to run.
    var takesRest = false
    /// Which files its value names; `nil` where it names none.
    var names: PathUse?

    /// Whether the value may be a file's name, in any bytes; else it is text.
    var mayNamePath: Bool { takesRest || value.map(["DIR", "FILE", "OUT", "URL|FILE"].contains) ?? false }

    /// `--name`.
    var spelled: String { "--\(name)" }
}

/// Options that belong together in a help text.
struct OptionGroup: Sendable {
    let title: String
    let options: [Option]
}
