import Systemd
import Testing
import Values

@Suite(
    "The desktop's secret service",
    .enabled(if: PrivateKeyring.isInstalled, "gnome-keyring is not installed"), .timeLimit(.minutes(1)))
struct SecretServiceTests {
    private let mum = ["application": "test", "account": "mum"]

    @Test("what is kept comes back whole, is replaced under the same attributes, and goes")
    func keeping() async throws {
        let keyring = try await PrivateKeyring()
        defer { keyring.end() }
        let service = SecretService(bus: try SessionBus(address: keyring.bus.address))
        #expect(await service.isOpen)
        #expect(try await service.secret(mum) == nil)
        let text = "a\"b 🐎 " + String(repeating: "x", count: 4_000)
        try await service.keep(Secret(text), label: "Mum's", attributes: mum)
        #expect(try await service.secret(mum)?.withText { $0 } == text)
        try await service.keep(Secret("second"), label: "Mum's", attributes: mum)
        try await service.keep(Secret("dad's"), label: "Dad's", attributes: ["application": "test", "account": "dad"])
        #expect(try await service.secret(mum)?.withText { $0 } == "second")
        try await service.remove(mum)
        #expect(try await service.secret(mum) == nil)
        try await service.remove(mum)
        #expect(try await service.secret(["account": "dad"])?.withText { $0 } == "dad's")
        try await service.remove(["application": "test"])
        #expect(try await service.secret(["account": "dad"]) == nil)
    }

    @Test("a keyring that nobody has unlocked is locked, and nobody is asked")
    func locked() async throws {
        let keyring = try await PrivateKeyring()
        defer { keyring.end() }
        let bus = try SessionBus(address: keyring.bus.address)
        try await SecretService(bus: bus).keep(Secret("first"), label: "Mum's", attributes: mum)
        keyring.stop()
        try await keyring.start(isOpen: false)
        let service = SecretService(bus: bus)
        #expect(await !service.isOpen)
        await #expect(throws: SecretServiceError.locked) { try await service.secret(mum) }
        await #expect(throws: SecretServiceError.locked) {
            try await service.keep(Secret("second"), label: "Mum's", attributes: mum)
        }
        await #expect(throws: SecretServiceError.locked) { try await service.remove(mum) }
        keyring.stop()
        try await keyring.start(isOpen: true)
        #expect(try await service.secret(mum)?.withText { $0 } == "first")
    }

    @Test("a session without a keeper of secrets has none, and so has one whose bus is gone")
    func absent() async throws {
        let bus = try PrivateBus()
        defer { bus.stop() }
        let service = SecretService(bus: try SessionBus(address: bus.address))
        #expect(await !service.isOpen)
        await #expect(throws: SecretServiceError.absent) { try await service.secret(mum) }
        bus.stop()
        await #expect(throws: SecretServiceError.absent) { try await service.secret(mum) }
        #expect("\(SecretServiceError.absent)" == "there is no secret service in this session")
    }
}
