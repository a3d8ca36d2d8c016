import HTTPServer
import JSON
import TestSupport
import Testing

/// A genuine server, an installation that watches it, and a receiver that all of its targets send to.
final class Family: Sendable {
    let hub: ReferenceHub
    /// Between the watcher and the server.
    let tap: WireTap?
    let receiver: WebhookReceiver
    let installation: Installation

    /// The targets that send by HTTP, by their names and paths.
    static let targets = ["house", "slack", "discord", "phone"]

    /// - Parameters:
    ///   - answer: what the targets answer.
    ///   - isTapped: whether a ``WireTap`` stands before the server.
    ///   - holdsAfter: as many bytes of each connection pass the tap; the rest waits.
    ///   - moreRules: YAML behind the rule that tells all transactions to all targets.
    ///   - hasPassword: whether the configuration has it, so that the program can sign in by itself.
    init(
        dialect: String = "spec", email: String = "parent@example.com", scan: String = "60s", more: [String] = [],
        isTapped: Bool = false, holdsAfter: Int? = nil, hasPassword: Bool = false, moreRules: String = "",
        answer: @escaping @Sendable (WebhookReceiver.Received) async -> HTTPResponse = WebhookReceiver.success
    ) async throws {
        hub = try await ReferenceHub(["--Dialect=\(dialect)"] + more)
        tap = isTapped || holdsAfter != nil ? try WireTap(to: hub.address, holdsAfter: holdsAfter) : nil
        receiver = try await WebhookReceiver(answer: answer)
        installation = try Installation(
            Self.yaml(
                server: tap?.address ?? hub.address, email: email, scan: scan, hasPassword: hasPassword,
                targets: receiver.address) + moreRules,
            environment: [
                "HOOK_SECRET": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
                "FAMILY_PASSWORD": "password123",
            ], secrets: ["/slack/T0secret", "/discord/secret-id", "family-topic", "hook-id-4711"])
        let login = try await installation.run("login", "watched", "--password-stdin", input: "password123\n")
        #expect(login.status == 0, "\(login.errors)")
    }

    private static func yaml(
        server: String, email: String, scan: String, hasPassword: Bool, targets: String
    ) -> String {
        """
        accounts:
          - name: watched
            server: \(server)
            email: \(email)
            scan: \(scan)
            \(hasPassword ? "password: env:FAMILY_PASSWORD" : "")
        targets:
          - name: house
            kind: webhook
            url: \(targets)/house/hook-id-4711
            secret: env:HOOK_SECRET
            private-addresses: true
          - name: slack
            kind: slack
            url: \(targets)/slack/T0secret
            private-addresses: true
          - name: discord
            kind: discord
            url: \(targets)/discord/secret-id
            private-addresses: true
          - name: phone
            kind: ntfy
            server: \(targets)/phone
            topic: family-topic
            private-addresses: true
        rules:
          - name: everything
            events: [transaction]
            to: [house, slack, discord, phone]
        """
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
        installation.expectNoSecrets()
    }

    func expectEverywhere(_ text: String) async throws {
        do {
            for target in Self.targets { try await receiver.wait(for: text, at: "/\(target)") }
        } catch {
            installation.recordLogs()
            throw error
        }
    }

    /// Holds that what the hub says is heard, and told everywhere.
    ///
    /// The scan that a new connection causes may find a transaction before its hint is read, so there are three.
    func expectHinted(_ description: String) async throws {
        for number in 1...3 {
            let text = "\(description) \(number)"
            try await hub.createTransaction(description: text)
            try await expectEverywhere(text)
            guard try await row(text)["source"] == "hint" else { continue }
            return try await expectRow(text, source: "hint", late: false)
        }
        Issue.record("scans have found all three")
    }

    private func row(_ description: String) async throws -> JSONValue {
        let rows = try await installation.json("transactions", "--limit", "100")
        return try #require(rows.first { $0["description"] == .string(description) })
    }

    /// Holds what `transactions` says about the row.
    func expectRow(_ description: String, source: String, late: Bool?) async throws {
        let row = try await row(description)
        #expect(row["source"] == .string(source))
        if let late { #expect(row["late"] == .bool(late)) }
        #expect(row["amount"] == "12.50")
    }
}
