/// Decides what is done as the disk fills and empties. A pure value: what is measured, refused and made is told to it.
///
/// What the store refuses for want of room counts like a measured full disk: a user's share of it (a quota) shows in no measure. That
/// there is room again is only believed when the ballast could be made again.
package struct RoomMachine: Sendable, Equatable {
    /// How it stands.
    package enum Phase: String, Sendable, CaseIterable {
        /// Everything is taken.
        case ok
        /// The same; a person should make room.
        case low
        /// Nothing new is taken. What was begun is ended, with the ballast's room.
        case full
        /// The same, until the ballast shows that there is room.
        case proving

        /// Whether nothing new is taken.
        package var isFull: Bool { self == .full || self == .proving }
    }

    /// What has happened.
    package enum Event: Sendable, Equatable {
        /// Somebody has looked.
        case measured(RoomReading)
        /// The disk did not take a change of the store's.
        case refused
        /// The ballast could be made; there is so much room besides.
        case proven(RoomReading)
        /// It could not.
        case disproven
    }

    /// What is to be done, in this order.
    package enum Effect: String, Sendable, CaseIterable {
        /// Raw messages and pictures go before their time.
        case purge
        /// A person is told that room gets little.
        case warn
        /// The ballast's room is given to what was begun.
        case releaseBallast
        /// The store's log is emptied into its file.
        case emptyLog
        /// People are told without the store that it takes nothing.
        case tellFull
        /// What holds room is made again.
        case makeBallast
        /// Everything goes on: what was not taken is read anew, and what waits is sent.
        case goOn
    }

    /// See ``Phase``.
    package private(set) var phase = Phase.ok

    /// Of a disk of which nothing is known.
    package init() {}

    /// - Returns: What is to be done, in this order.
    package mutating func take(_ event: Event) -> [Effect] {
        switch (phase, event) {
        case (.ok, .measured(let room)), (.low, .measured(let room)): return measured(room)
        case (.ok, .refused), (.low, .refused): return fillUp()
        case (.proving, .refused):
            phase = .full
            return [.releaseBallast, .emptyLog]
        case (.full, .measured(let room)):
            guard room.isBack else { return room.ballast > 0 ? [.releaseBallast, .emptyLog] : [] }
            phase = .proving
            return [.makeBallast]
        case (.proving, .measured(let room)):
            guard room.level == .full else { return [] }
            phase = .full
            return [.releaseBallast]
        case (.proving, .proven(let room)): return goOn(room)
        case (.proving, .disproven):
            phase = .full
            return [.releaseBallast]
        // What nobody waits for any more. Where no ballast can be made there is none.
        case (.ok, .proven), (.ok, .disproven), (.low, .proven), (.low, .disproven), (.full, .proven),
            (.full, .disproven), (.full, .refused):
            return []
        }
    }

    private mutating func measured(_ room: RoomReading) -> [Effect] {
        let ballast: [Effect] = room.hasBallast ? [] : [.makeBallast]
        switch room.level {
        case .full: return fillUp()
        case .low where phase == .ok:
            phase = .low
            return [.purge, .warn] + ballast
        case .ok where phase == .low && room.isAmple: phase = .ok
        case .ok, .low: break
        }
        return ballast
    }

    private mutating func fillUp() -> [Effect] {
        phase = .full
        return [.releaseBallast, .emptyLog, .tellFull]
    }

    private mutating func goOn(_ room: RoomReading) -> [Effect] {
        let isLow = !room.isAmple
        phase = isLow ? .low : .ok
        return (isLow ? [.purge, .warn] : []) + [.emptyLog, .goOn]
    }
}
