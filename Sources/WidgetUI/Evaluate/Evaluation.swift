package import FoundationEssentials

/// One walk over a widget's view: bodies become nodes, and what is found on the way is noted.
@MainActor package final class Evaluation {
    /// Where the pictures of `Image("name")` come from.
    package let assets: any AssetSource
    /// What is worth telling a person, in the order of the walk.
    package private(set) var findings: [Finding] = []
    /// The address for a tap anywhere; the last modifier to be applied wins, which is the outermost one.
    package private(set) var widgetURL: URL?
    /// The addresses of links, in the order of the walk.
    package private(set) var links: [URL] = []
    /// What fills the widget behind its content; the outermost one wins.
    package var background: ViewNode?

    private let limits: EvaluationLimits
    /// How many views the one that is being evaluated lies in.
    private(set) var depth = 0
    private var count = 0
    /// How many elements of collections were looked at; an element may make no node.
    private var elements = 0

    /// Prepares a walk.
    package init(assets: any AssetSource, limits: EvaluationLimits = EvaluationLimits()) {
        self.assets = assets
        self.limits = limits
    }

    /// Notes what is worth telling; each finding once.
    package func note(_ finding: Finding) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    /// Takes the address for the whole widget.
    package func take(widgetURL url: URL) {
        if let widgetURL { note(.severalWidgetURLs(used: url, ignored: widgetURL)) }
        widgetURL = url
    }

    /// Takes the address of a link.
    package func take(link url: URL) { links.append(url) }

    /// The next unused number of a node.
    func nextID() -> Int {
        count += 1
        return count - 1
    }

    /// Goes on with the walk at a depth: for views that are made when their size is known.
    func continuing<Result>(at depth: Int, _ work: () -> Result) -> Result {
        let before = self.depth
        self.depth = depth
        defer { self.depth = before }
        return work()
    }

    /// Whether one more element of a collection is looked at: a range of all numbers would never end.
    func takesAnother() -> Bool {
        elements += 1
        guard elements <= limits.nodes, count < limits.nodes else {
            note(.tooManyViews(limit: limits.nodes))
            return false
        }
        return true
    }

    /// Evaluates a view and all that it is made of.
    package func nodes<V: View>(of view: V, in environment: EnvironmentValues) -> [ViewNode] {
        guard depth < limits.depth else {
            note(.tooDeep(limit: limits.depth))
            return []
        }
        guard count < limits.nodes else {
            note(.tooManyViews(limit: limits.nodes))
            return []
        }
        depth += 1
        defer { depth -= 1 }
        let place = _ViewPlace(context: ViewContext(evaluation: self, environment: environment))
        return V._nodes(of: view, in: place).nodes
    }
}

/// How large a tree of views may be.
package struct EvaluationLimits: Equatable, Sendable {
    /// How deep views may lie in each other, a modifier being a view too; 500 by default.
    ///
    /// The walk uses the thread's stack, at most about 4 KiB a level; a main thread has 8 MiB.
    package var depth = 500
    /// How many nodes there may be, 20,000 by default.
    package var nodes = 20_000

    /// Takes the defaults.
    package init() {}
}
