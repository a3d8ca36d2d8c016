/// Decides which of many equal records are worth writing: the first `burst` of each window, then none until it ends.
struct RepeatFilter {
    struct Kind: Hashable {
        let level: LogLevel
        let component: String
        let message: String
    }

    private struct Window {
        var end: Int64
        var written: Int
        var held: Int
    }

    private let burst: Int
    private let nanoseconds: Int64
    private let limit = 1_000
    private var windows: [Kind: Window] = [:]

    init(burst: Int, window: Duration) {
        self.burst = burst
        let (seconds, attoseconds) = window.components
        nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// - Returns: `nil` to hold the record back; else how many equal ones were held back before it.
    mutating func admit(_ kind: Kind, at time: Int64) -> Int? {
        guard var window = windows[kind], time < window.end else {
            let held = windows[kind]?.held ?? 0
            if windows.count >= limit { windows = windows.filter { time < $0.value.end } }
            // Messages are constants, so this many kinds in one window can't be; if they can, memory counts more.
            if windows.count >= limit { windows = [:] }
            windows[kind] = Window(end: time + nanoseconds, written: 1, held: 0)
            return held
        }
        let isWritten = window.written < burst
        if isWritten { window.written += 1 } else { window.held += 1 }
        windows[kind] = window
        return isWritten ? 0 : nil
    }
}
