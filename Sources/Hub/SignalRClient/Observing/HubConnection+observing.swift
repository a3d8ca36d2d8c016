extension HubConnection {
    /// Tells of a state.
    func announce(_ state: HubState) {
        // Whoever sees the end may start again.
        if state.isDisconnected { finished() }
        if state.isConnected { gate.shut() }
        board.announce(state)
    }
}
