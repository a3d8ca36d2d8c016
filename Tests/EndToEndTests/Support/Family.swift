import JSON
import TestSupport
import Testing

/// A genuine server, an installation that watches it, and a receiver that all of its targets send to.
final class Family: Sendable {
    let hub: ReferenceHub
    let receiver: WebhookReceiver
    let installation: Installation

    /// The targets that send by HTTP, by their names and paths.
    static let targets = ["house", "slack", "discord", "phone"]

    init(dialect: String, email: String, scan: String, more: [String] = []) async throws {
        hub = try await ReferenceHub(["--Dialect=\(dialect)"] + more)
        receiver = try await WebhookReceiver()
        installation = try Installation(
            """
            accounts:
              - name: watched
                server: \(hub.address)
                email: \(email)
                scan: \(scan)
            targets:
              - name: house
                kind: webhook
                url: \(receiver.address)/house
                secret: env:HOOK_SECRET
                private-addresses: true
              - name: slack
                kind: slack
                url: \(receiver.address)/slack
                private-addresses: true
              - name: discord
                kind: discord
                url: \(receiver.address)/discord
                private-addresses: true
              - name: phone
                kind: ntfy
                server: \(receiver.address)/phone
                topic: family
                private-addresses: true
            rules:
              - name: everything
                events: [transaction]
                to: [house, slack, discord, phone]
            """, environment: ["HOOK_SECRET": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="])
        let login = try await installation.run("login", "watched", "--password-stdin", input: "password123\n")
        #expect(login.status == 0, "\(login.errors)")
    }

    /// Starts the watcher and waits until its account is in the state.
    func start(until state: String) async throws -> ChildProcess {
        let process = try installation.start("run")
        try await installation.waitForStatus {
            $0.accountState("watched") == state && $0["accounts"]?[0]?["lastScan"] != nil
                && $0["accounts"]?[0]?["lastScan"] != .null
        }
        return process
    }

    /// Asks the watcher to end, and holds that it does so cleanly.
    func end(_ process: ChildProcess) async throws {
        process.signal(15)
        let status = try await process.waitForExit()
        #expect(status == 0, "\(process.errors)")
    }

    func expectEverywhere(_ text: String) async throws {
        for target in Self.targets { try await receiver.wait(for: text, at: "/\(target)") }
    }

    /// Holds what `transactions` says about the row.
    func expectRow(_ description: String, source: String, late: Bool?) async throws {
        let rows = try await installation.json("transactions", "--limit", "100")
        let row = try #require(rows.first { $0["description"] == .string(description) })
        #expect(row["source"] == .string(source))
        if let late { #expect(row["late"] == .bool(late)) }
        #expect(row["amount"] == "12.50")
    }
}
