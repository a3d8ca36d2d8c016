extension Duration {
    /// Rounded up, at least 1, at most what a C `int` holds: libcurl reads 0 as "no limit".
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1_000 else { return Int(Int32.max) }
        let milliseconds = seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int(max(1, milliseconds))
    }
}
