import Glibc

/// One line on standard error that changes in place; nothing at all when that isn't a terminal.
package struct ProgressLine: ~Copyable {
    private let isShown: Bool
    private let output: (String) -> Void
    private let interval: Duration
    private var lastShown: ContinuousClock.Instant?
    private var frame = 0
    private static let frames = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")

    /// A line that is shown at the first ``show(_:fraction:now:)``.
    package init(interval: Duration = .milliseconds(100)) {
        let isTerminal = isatty(STDERR_FILENO) == 1 && environmentVariable("TERM") != "dumb"
        self.init(interval: interval, isShown: isTerminal) { writeAll($0, to: STDERR_FILENO) }
    }

    init(interval: Duration, isShown: Bool, output: @escaping (String) -> Void) {
        self.isShown = isShown
        self.interval = interval
        self.output = output
    }

    /// Shows a text, at most ten times a second; calls between are cheap.
    ///
    /// `fraction`: 0 to 1 draws a bar; `nil` a spinner.
    package mutating func show(_ text: String, fraction: Double? = nil, now: ContinuousClock.Instant = .now) {
        guard isShown else { return }
        if let lastShown, now - lastShown < interval { return }
        lastShown = now
        frame = (frame + 1) % Self.frames.count
        let line = "\(fraction.map(Self.bar) ?? String(Self.frames[frame])) \(text.printable)"
        output("\r\(line.truncated(toColumns: terminalColumns(descriptor: STDERR_FILENO) - 1))\u{1B}[K")
    }

    /// Removes the line, so that the next output begins in its place.
    package consuming func finish() {}

    deinit {
        if lastShown != nil { output("\r\u{1B}[K") }
    }

    static func bar(_ fraction: Double) -> String {
        let cells = 20
        // A division of nothing by nothing is no progress.
        let filled = fraction.isNaN ? 0 : Int((min(1, max(0, fraction)) * Double(cells)).rounded())
        return "[" + String(repeating: "#", count: filled) + String(repeating: "·", count: cells - filled) + "]"
    }
}
