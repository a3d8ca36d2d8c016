import Testing

@testable import SignalRClient

@Suite(.timeLimit(.minutes(1))) struct StateBoardTests {
    @Test("a reader that is cancelled while a state is announced blocks nobody")
    func cancelled() async {
        for round in 0..<5_000 {
            let board = StateBoard()
            let reader = Task { for await _ in board.states() {} }
            let writer = Task {
                for number in 0..<4 { board.announce(HubState(number % 2 == 0 ? .stopping : .disconnected)) }
            }
            for _ in 0..<round % 4 { await Task.yield() }
            reader.cancel()
            await writer.value
            await reader.value
        }
    }

    @Test("a state is a phrase for people, with its reason")
    func phrases() {
        let failure = HubError(.refused, "nothing listens")
        let phrases: [(HubState, String)] = [
            (HubState(.disconnected), "disconnected"),
            (HubState(.connecting(attempt: 1)), "connecting, attempt 1"),
            (HubState(.waitingToConnect(attempt: 2, pause: .seconds(2))), "waiting 2.0 seconds for attempt 2"),
            (HubState(.connected(id: "abc")), "connected as abc"), (HubState(.connected(id: nil)), "connected"),
            (HubState(.waitingToReconnect(attempt: 1, pause: .zero)), "lost, waiting 0.0 seconds for attempt 1"),
            (HubState(.reconnecting(attempt: 3)), "lost, reconnecting, attempt 3"), (HubState(.stopping), "stopping"),
            (HubState(.disconnected, reason: failure), "disconnected: \(failure)"),
        ]
        for (state, phrase) in phrases { #expect("\(state)" == phrase) }
    }
}
