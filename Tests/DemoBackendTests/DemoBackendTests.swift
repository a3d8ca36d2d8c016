import AllowanceAPI
import HTTPClient
import JSON
import Runtime
import Testing
import Values

@testable import DemoBackend

/// The whole server over real sockets, asked by our own client.
@Suite(.timeLimit(.minutes(1))) struct DemoBackendTests {
    @Test("a session signs in, reads the truth, writes a row and finds the hub", arguments: DemoDialect.allCases)
    func session(_ dialect: DemoDialect) async throws {
        try await withBackend(dialect) { running in
            let session = try await running.signedIn("parent@example.com")
            #expect(try await session.account()?.role == .parent)
            let alice = try #require(try await session.children().value.first)
            let new = try NewTransaction(
                child: alice.id, amount: #require(Decimal("2.5")), kind: .credit, description: "Found it 🎈")
            guard case .row(let row) = try await session.createTransaction(new).value else {
                Issue.record("another row")
                return
            }
            #expect(row.balanceAfter == alice.balance.adding(new.amount) && row.createdBy == "Pat Johnson")
            for truth in running.backend.truth() {
                let child = try #require(Child.ID(rawValue: truth.child))
                let rows = try await session.transactions(of: child, limit: 500).value
                #expect(rows.map(\.id.rawValue) == truth.transactions && rows.first?.balanceAfter == truth.balance)
            }
            #expect(try await session.findHub().text == running.server.text + dialect.hubPath.dropFirst())
            #expect(try await session.family().value.name == "Johnson")
        }
    }

    @Test("the hub of the designs tells the whole family before the answer is there")
    func talkativeHub() async throws {
        try await withBackend(.spec) { running in
            let session = try await running.signedIn("parent@example.com")
            let listener = try await running.listener(session)
            let draft = SimulatedDraft(
                child: running.backend.children[0].id, amount: try #require(Decimal("1")), kind: .credit,
                category: "Gift", description: "x")
            let row = try running.backend.record(draft)
            let first = try #require(try await listener.nextCall())
            #expect(first.target == "TransactionCreated" && first.arguments == "[\"\(row.id)\"]")
            #expect(try await listener.nextCall()?.target == "BalanceUpdated")
            var reader = HubEventReader()
            guard
                case .hint(let hint) = reader.read(target: first.target, arguments: first.arguments.utf8.span)
            else {
                Issue.record("no hint")
                return
            }
            #expect(hint == .childOrTransaction(row.id))
            await listener.close()
        }
    }

    @Test("the real hub tells the child and not the parent, and nobody of an allowance")
    func silentHub() async throws {
        try await withBackend(.real) { running in
            let parent = try await running.signedIn("parent@example.com")
            let parentListener = try await running.listener(parent)
            let childListener = try await running.listener(try await running.signedIn("child1@example.com"))
            let alice = running.backend.children[0].id
            _ = try running.backend.payAllowance(alice)
            let draft = SimulatedDraft(
                child: alice, amount: try #require(Decimal("1")), kind: .credit, category: "Gift", description: "x")
            let row = try running.backend.record(draft)
            let call = try #require(try await childListener.nextCall())
            #expect(call.target == "ReceiveNotification" && call.arguments.contains(row.id))
            #expect(try await childListener.nextCall()?.arguments == "[1]")
            // The parent's connection ends without ever having heard of it.
            #expect(running.backend.cutConnections() == 2)
            #expect(try await ended(parentListener))
        }
    }

    @Test("the hub refuses who shows no good token", arguments: DemoDialect.allCases)
    func hubTokens(_ dialect: DemoDialect) async throws {
        try await withBackend(dialect) { running in
            let url = try HTTPURL(running.server.text + dialect.hubPath.dropFirst() + "/negotiate?negotiateVersion=1")
            #expect(try await running.http.send(HTTPClientRequest(.post, url)).status == 401)
            let session = try await running.signedIn("parent@example.com")
            running.backend.revokeTokens()
            var request = HTTPClientRequest(.post, url)
            try request.setHeader("Authorization", prefix: "Bearer ", try await session.token())
            #expect(try await running.http.send(request).status == 401)
            await #expect(throws: (any Error).self) {
                _ = try await HubListener(running.loop, port: running.server.port, path: dialect.hubPath, token: nil)
            }
        }
    }

    @Test("a restart cuts everybody and comes back at the same address, with books and tokens")
    func restart() async throws {
        try await withBackend(.spec) { running in
            let session = try await running.signedIn("parent@example.com")
            let listener = try await running.listener(session)
            let before = running.backend.truth()
            for _ in 0..<3 { try await running.backend.restart() }
            #expect(try await ended(listener))
            #expect(try await session.children().value.count == 2)
            #expect(running.backend.truth() == before)
            #expect(await running.backend.address + "/" == running.server.text)
        }
    }

    @Test("life at a quickened pace leaves books that agree with what it reported")
    func life() async throws {
        try await withBackend(.real) { running in
            let before = running.backend.truth()
            let life = FamilyLife(in: running.backend, seed: 11, pace: 1_000)
            let living = Task { try await life.run() }
            var written: [String: [String]] = [:]
            var (refused, restarts, cuts, silent) = (0, 0, 0, 0)
            for await event in life.events {
                switch event {
                case .written(let row, let isTold):
                    written[row.child, default: []].insert(row.id, at: 0)
                    if !isTold { silent += 1 }
                case .refused(_, let refusal):
                    #expect(refusal == .insufficientFunds)
                    refused += 1
                case .restarted: restarts += 1
                case .cut: cuts += 1
                }
                if restarts == 3 { break }
            }
            await life.stop()
            try await living.value
            #expect(refused == 3 && cuts == 3 && silent == 3)
            for (truth, before) in zip(running.backend.truth(), before) {
                let new = truth.transactions.dropLast(before.transactions.count)
                // The life may have gone on for a moment after we stopped to listen.
                #expect(Array(new.suffix(written[truth.child]?.count ?? 0)) == written[truth.child] ?? [])
                #expect(Array(truth.transactions.suffix(before.transactions.count)) == before.transactions)
            }
            let session = try await running.signedIn("parent@example.com")
            let balances = try await session.children().value.map(\.balance)
            #expect(balances == running.backend.truth().map(\.balance))
        }
    }

    /// Whether the connection ended without another word.
    private func ended(_ listener: HubListener) async throws -> Bool {
        do {
            return try await listener.next() == nil
        } catch {
            return true
        }
    }
}
