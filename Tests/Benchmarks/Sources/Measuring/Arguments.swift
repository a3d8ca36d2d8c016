/// `program [--rounds N] [part ...]`; all parts if none is named.
package struct Arguments: Sendable {
    package var rounds = 5
    private var parts: Set<String> = []

    package init(_ words: [String] = CommandLine.arguments) {
        var words = words.dropFirst()
        while let word = words.popFirst() {
            if word == "--rounds" {
                rounds = words.popFirst().flatMap { Int($0) } ?? rounds
            } else {
                parts.insert(word)
            }
        }
    }

    package func wants(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }
}
