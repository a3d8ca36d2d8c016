/// The candidate that a mistyped word most likely meant; `nil` when none is near.
///
/// Near is at most one edit in three letters (two in six, three in nine); an edit is a letter added, dropped,
/// replaced or swapped with its neighbour. The same parts in another order are near too, such as `low-balance`.
package func nearest(to word: String, in candidates: [String]) -> String? {
    let pieces = parts(of: word)
    if pieces.count > 1, let turned = candidates.first(where: { parts(of: $0).sorted() == pieces.sorted() }) {
        return turned
    }
    let limit = max(1, min(3, word.count / 3))
    let ranked = candidates.map { (distance: editDistance(word.lowercased(), $0.lowercased()), word: $0) }
    return ranked.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.word
}

/// What hyphens and underlines divide.
private func parts(of word: String) -> [Substring] {
    Substring(word.lowercased()).split { $0 == "-" || $0 == "_" }
}

/// The next step after a name that nothing has: what was most likely meant, or all that there is.
package func nearestHint(to word: String, in known: [String]) -> String {
    if let near = nearest(to: word, in: known) { return "did you mean '\(near)'?" }
    return known.isEmpty ? "there is none yet" : "known: \(known.joined(separator: ", "))"
}

/// Damerau–Levenshtein distance in its optimal string alignment form.
func editDistance(_ left: String, _ right: String) -> Int {
    let left = Array(left.unicodeScalars.prefix(64)), right = Array(right.unicodeScalars.prefix(64))
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        for column in right.indices {
            let isSame = left[row] == right[column]
            var best = min(previous[column + 1] + 1, current[column] + 1, previous[column] + (isSame ? 0 : 1))
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                best = min(best, beforePrevious[column - 1] + 1)
            }
            current.append(best)
        }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
}
