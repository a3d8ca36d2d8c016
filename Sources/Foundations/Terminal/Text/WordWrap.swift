extension String {
    /// The text as lines of at most `columns`; a word longer than that keeps its own line.
    package func wrapped(toColumns columns: Int) -> [String] {
        var lines: [String] = []
        for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                if !line.isEmpty, line.displayWidth + 1 + word.displayWidth > columns {
                    lines.append(line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            lines.append(line)
        }
        return lines
    }
}
