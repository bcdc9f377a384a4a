/// A program that shows entries, and the form in which it takes them.
///
/// A title is an attacker's text, and each sink gives other characters a meaning: each has one escaper of its own.
protocol Sink {
    /// The word behind `--format`.
    static var name: String { get }
    /// All that is printed, its line ends included.
    static func text(of entry: SinkEntry) -> String
}

/// The sinks, in the order of the help text.
enum SinkList {
    static var all: [any Sink.Type] {
        [
            WaybarSink.self, WaybarCustomSink.self, EwwSink.self, PolybarSink.self, ConkySink.self, I3barSink.self,
            I3blocksSink.self, ShellSink.self, TSVSink.self,
        ]
    }

    /// The sink of a name.
    static func sink(named name: String) -> (any Sink.Type)? { all.first { $0.name == name } }
}
