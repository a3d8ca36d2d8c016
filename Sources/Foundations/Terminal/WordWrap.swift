import Glibc

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

/// Columns of the terminal behind a descriptor: the window's, else `COLUMNS`, else 80; never below 40.
package func terminalColumns(descriptor: Int32) -> Int {
    var size = winsize()
    if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return max(40, Int(size.ws_col)) }
    return max(40, environmentVariable("COLUMNS").flatMap { Int($0) } ?? 80)
}
