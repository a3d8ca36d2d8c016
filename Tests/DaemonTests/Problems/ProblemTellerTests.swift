import Control
import Observability
import Store
import TestSupport
import TestWaiting
import Testing

@testable import Daemon

@Suite("What is found while the program runs", .timeLimit(.minutes(1)))
struct ProblemTellerTests {
    @Test("a child that the configuration names and nobody is stands in the log, once the children are known")
    func strangers() async throws {
        let (folder, sink) = (try TemporaryFolder(), CapturingSink())
        let store = try await Store.open(in: folder.path, logger: .silent)
        let teller = ProblemTeller(
            store: store, logger: Logger(component: "test", threshold: LogThreshold(.warning), sink: sink)
        ) {
            var facts = HealthFacts(
                live: nil, accounting: nil, counts: nil, commands: ProgramCommands(isService: false, namedFile: nil))
            facts.file.unknown = ["the rule 'x' names the child 'Alise'"]
            return facts
        } plan: { _, _, _ in
            ([], [])
        }
        async let end: Void = teller.run()
        try await eventually("it is logged") { sink.records.count == 1 }
        #expect("\(sink.records)".contains("'Alise'"))
        await teller.stop()
        try await end
        await store.close()
    }
}
