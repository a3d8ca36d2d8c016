import Settings
import SocketTestSupport
import Sockets
import Store
import TestSupport
import Testing
import Values

@testable import Relay

@Suite("Targets with certificate authorities of their own, while the relay runs", Certificates.trait)
struct OwnAuthorityTests {
    @Test("an attempt under way ends with the client it began with; what follows goes through the new one, each once")
    func changed() async throws {
        let certificates = try await Certificates()
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let old = try await WebhookReceiver(tls: certificates.good) { request in
            if request.text.contains("Rope") { for await _ in gate {} }
            return WebhookReceiver.success(request)
        }
        let new = try await WebhookReceiver(tls: certificates.selfSigned)
        // Neither would do for the other's receiver.
        let first = target(at: old, trusting: certificates.authority)
        let second = target(at: new, trusting: certificates.selfSigned.certificateFile)
        let relay = try await RelayFixture()
        try await relay.withRelay([first], backoff: .long) { running in
            try await relay.alert(1...1, to: ["house"])
            try await relay.wait { $0[0].state == .delivered }
            // The lane is idle, so all of these are born marked.
            try await relay.alert(2...6, to: ["house"], description: "Rope", through: running)
            try await old.wait(for: "Rope")
            #expect(try await relay.deliveries().count { $0.state == .attempting } == 5)
            await running.take(try running.targets([second]))
            // Another one in between, which is never used.
            await running.take(try running.targets([first]))
            await running.take(try running.targets([second]))
            opening.finish()
            try await relay.wait { $0.count == 6 && $0.allSatisfy { $0.state == .delivered } }
            // Also when nothing is under way.
            await running.take(try running.targets([first]))
            try await relay.alert(7...8, to: ["house"], description: "String", through: running)
            try await relay.wait { $0.count == 8 && $0.allSatisfy { $0.state == .delivered } }
        }
        #expect(try await relay.deliveries().allSatisfy { $0.attempts == 1 && !$0.isRepeat })
        #expect(old.received.map { $0.text.contains("Rope") } == [false, true, false, false])
        #expect(new.received.count == 4 && new.received.allSatisfy { $0.text.contains("Rope") })
        #expect(Set((old.received + new.received).map(\.text)).count == 8)
        #expect(try await relay.store.accounting().isBalanced)
        await relay.end()
        for receiver in [old, new] { await receiver.close() }
    }

    private func target(at receiver: WebhookReceiver, trusting file: String) -> TargetConfiguration {
        TargetConfiguration(
            name: "house",
            WebhookSettings(
                url: .literal(Secret(receiver.address + "/house")),
                connection: TargetConnection(allowsPrivateAddresses: true, certificateAuthorities: file)))
    }
}
