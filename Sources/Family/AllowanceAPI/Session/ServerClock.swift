package import Values

/// How far the server's clock is from this machine's. Tokens end by the server's clock.
package struct ServerClock: Sendable, Equatable {
    /// What to add to this machine's time; zero until a server has said its time.
    package private(set) var offset = Duration.zero

    /// Taken as equal to this machine's until an answer says otherwise.
    package init() {}

    /// Takes the `Date` of an answer, which is cut to whole seconds and was written between start and end.
    package mutating func note(serverDate: Timestamp, startedAt: Timestamp, endedAt: Timestamp) {
        // The true time lies in the second that begins with the date.
        let earliest = serverDate.duration(since: endedAt)
        let latest = serverDate.advanced(by: .seconds(1)).duration(since: startedAt)
        // Clocks that can be equal are taken as equal; else the middle is the best guess.
        offset = earliest <= .zero && .zero <= latest ? .zero : (earliest + latest) / 2
    }

    /// The server's time at a moment of this machine's time.
    package func serverTime(at local: Timestamp) -> Timestamp { local.advanced(by: offset) }
}
