extension Duration {
    /// Whole microseconds, cut at a year: more than any timer of the library is asked for.
    var microseconds: Int64 {
        let (seconds, attoseconds) = min(max(self, .zero), .seconds(31_536_000)).components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
