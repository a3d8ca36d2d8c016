/// One running call, which may have a place among those of which only so many run at a time.
///
/// A method that waits for what a client answers gives its place up: the client may have to call before it can answer, and
/// its call would wait behind this one for ever. It does not take it back. So do official servers.
struct CallSlot: Sendable {
    /// That of the call whose method runs in this task, or in one that it began.
    @TaskLocal static var current: CallSlot?

    let peer: HubPeer
    let number: UInt64

    /// Lets the calls behind this one run.
    func giveUp() {
        let hasMoved = peer.withState { state in
            guard state.running.holdsPlace(number), state.calls.moveBeside() else { return false }
            state.running.gaveUpPlace(number)
            return true
        }
        if hasMoved { peer.startCalls() }
    }
}
