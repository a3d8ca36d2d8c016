package import Runtime
import Values

/// Whether the store's disk has room, for whoever wants to write something new into it, and for whoever looks after that.
///
/// What was begun is ended on a full disk too, with the ballast's room; what would be new is refused before it is begun, so that nothing
/// that was accepted is lost.
package final class StoreRoom: Sendable {
    private struct State {
        var phase = RoomMachine.Phase.ok
        var wish = RoomReading.usualBallast
        var isRefused = false
        var wanted: KeepingWish?
    }

    /// Rung when the disk did not take a change; for whoever looks after the room.
    package let refusals = Bell()
    private let folder: StateFolder
    private let state = Lock(State())

    init(in folder: StateFolder) { self.folder = folder }

    /// How much room the ballast may hold, in bytes; 0 for no ballast.
    package var wish: Int {
        get { state.withLock { $0.wish } }
        set { state.withLock { $0.wish = newValue } }
    }

    /// How long a person wants the past to be kept; `nil` for the usual.
    package var wanted: KeepingWish? {
        get { state.withLock { $0.wanted } }
        set { state.withLock { $0.wanted = newValue } }
    }

    /// How it stands, by whoever looks after it; `ok` where nobody does.
    package var phase: RoomMachine.Phase {
        get { state.withLock { $0.phase } }
        set { state.withLock { $0.phase = newValue } }
    }

    /// As it is now; `nil` where nobody knows.
    package var reading: RoomReading? { folder.roomReading(wish: wish) }

    /// How it stands, also where nobody looks after it.
    package var level: RoomReading.Level {
        switch phase {
        case .full, .proving: .full
        case .low: .low
        case .ok: reading?.level ?? .ok
        }
    }

    /// Passes where something new may be taken.
    ///
    /// - Throws: kind `full`.
    package func require() throws(StoreError) {
        guard let fault else { return }
        // Whoever looks after it need not find out by itself, neither that it is full nor that there is room again.
        if !phase.isFull || reading?.isBack == true { refusals.ring() }
        throw fault
    }

    /// Why nothing new is taken; `nil` while it is.
    package var fault: StoreError? {
        let now = reading
        guard phase.isFull || now?.level == .full else { return nil }
        if now?.isBack == true {
            return StoreError(
                .full, "The disk was full until just now, and that there is room again is being tried.",
                nextStep: "Try again in some seconds.")
        }
        let left = now.map { room in
            "\(Self.size(room.free)) are left where \(folder.path) is, and what is new needs \(Self.size(2 * room.fullMark + room.fullBallast))"
        }
        return StoreError(
            .full, "The disk is full: \(left ?? "\(folder.path) has no room").",
            nextStep: "Make room on the disk; everything goes on by itself then.")
    }

    /// In the largest unit of which there is one, with one digit behind the point.
    package static func size(_ bytes: Int) -> String {
        let units: [(String, Int)] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        guard let (name, unit) = units.first(where: { bytes >= $0.1 }) else { return "\(max(0, bytes)) B" }
        let tenths = bytes / (unit / 10)
        return tenths % 10 == 0 || tenths >= 1_000 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }

    // MARK: For whoever looks after it

    /// The disk did not take a change.
    func noteRefusal() {
        state.withLock { $0.isRefused = true }
        refusals.ring()
    }

    /// Whether the disk has refused anything since this was asked last.
    package func takeRefusal() -> Bool {
        state.withLock { state in
            defer { state.isRefused = false }
            return state.isRefused
        }
    }

    /// Makes the ballast, or shows where there is to be none that there is room.
    ///
    /// - Returns: whether the disk had room for it.
    package func makeBallast() -> Bool {
        guard let reading else { return false }
        let ballast = Ballast(in: folder)
        if reading.fullBallast > 0 { return ballast.make(reading.fullBallast) }
        defer { ballast.release() }
        return ballast.make(reading.fullMark)
    }

    /// Gives the ballast's room back.
    package func releaseBallast() { Ballast(in: folder).release() }
}

/// How long a person wants what only explains the past to be kept.
package struct KeepingWish: Sendable, Equatable {
    /// What arrived, byte for byte, and what was announced.
    package let messages: Duration
    /// What was told and entered, and what records said before.
    package let history: Duration

    /// - Parameters:
    ///   - messages: from an hour on.
    ///   - history: from a day on.
    package init(messages: Duration, history: Duration) { (self.messages, self.history) = (messages, history) }
}
