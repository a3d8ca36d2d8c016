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
}
