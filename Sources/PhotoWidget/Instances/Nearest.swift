/// Finds the word a person may have meant.
package enum Nearest {
    /// The candidate with the smallest edit distance, if that is small beside the word's length.
    package static func word(to word: String, among candidates: [String]) -> String? {
        let limit = max(1, word.count / 3)
        return candidates.map { (word: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= limit || ($0.word.hasPrefix(word) && word.count >= 2) }
            .min { $0.distance < $1.distance }?.word
    }

    /// Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other.
    package static func distance(_ a: String, _ b: String) -> Int {
        let a = Array(a), b = Array(b)
        var before: [Int] = []
        var previous = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(row[j] + 1, previous[j + 1] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, previous) = (previous, row)
        }
        return previous[b.count]
    }
}
