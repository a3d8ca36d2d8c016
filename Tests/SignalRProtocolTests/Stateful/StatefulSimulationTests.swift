import SignalRProtocol
import Testing

@Suite("Stateful session, two ends")
struct StatefulSimulationTests {
    @Test("brings each message exactly once and in order, whenever transports are lost", arguments: 0..<40)
    func exactlyOnce(block: Int) throws {
        for seed in 0..<10 {
            var simulation = StatefulSimulation(seed: UInt64(block * 10 + seed), limit: 400)
            for _ in 0..<400 {
                try simulation.step()
                for end in 0..<2 {
                    let got = simulation.ends[end].got
                    try #require(got == Array(1...max(got.count, 1)).prefix(got.count).map { $0 })
                    try #require(got.count <= simulation.ends[1 - end].sent)
                }
            }
            try simulation.settle()
            for end in 0..<2 {
                #expect(simulation.ends[end].got.count == simulation.ends[1 - end].sent)
                #expect(simulation.ends[end].session.keptCount == 0, "everything is acknowledged in the end")
                #expect(simulation.ends[end].session.keptBytes == 0)
            }
            #expect(simulation.greatestBuffer <= 400 + StatefulSimulation.largest)
            #expect(simulation.losses > 0)
        }
    }

    @Test("the simulation does lose, replay and fill buffers")
    func isHarsh() throws {
        var (losses, replayed, fullest) = (0, 0, 0)
        for seed in 0..<20 {
            var simulation = StatefulSimulation(seed: UInt64(1_000 + seed), limit: 400)
            for _ in 0..<400 { try simulation.step() }
            losses += simulation.losses
            replayed += simulation.replayed
            fullest = max(fullest, simulation.greatestBuffer)
        }
        #expect(losses > 100)
        #expect(replayed > 500)
        #expect(fullest >= 400)
    }
}
