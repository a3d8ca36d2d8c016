import Values

@testable import Commands

extension Readable {
    /// In Berlin, on Saturday 14 March 2026 at 16:09.
    static var test: Readable {
        Readable(in: .ofProcess(variable: "CET-1CEST,M3.5.0,M10.5.0/3"), now: Timestamp(seconds: 1_773_500_940))
    }
}
