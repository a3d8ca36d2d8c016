package import JSON

/// What has to follow when the arguments of an invocation have been read in place.
package struct ArgumentsEnd: Sendable {
    /// `nil` while only the record's own end tells.
    let place: Int?
    let start: Int
    let limit: Int

    /// They have been scanned before, and end there.
    package init(at place: Int) {
        self.place = place
        start = place
        limit = place
    }

    /// They begin at `start`; the record and its separator end right behind them, at `limit` at most.
    package init(from start: Int, before limit: Int) {
        place = nil
        self.start = start
        self.limit = limit
    }

    /// Whether the cursor is where it has to be; then it moves in front of what comes next.
    package func isReached(_ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor) -> Bool {
        if let place { return cursor.offset == place }
        // Who reads what it was not given may have come to the end of an earlier record, and would be given this one for ever.
        guard cursor.offset > start, let next = UsualInvocation.next(after: cursor.offset, in: bytes), next <= limit
        else { return false }
        cursor = JSONCursor(offset: next)
        return true
    }
}
