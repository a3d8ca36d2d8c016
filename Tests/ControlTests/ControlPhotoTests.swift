import JSON
import Runtime
import Store
import Testing
import Values

@testable import Control

@Suite("Photos that are asked for", .timeLimit(.minutes(1)))
struct ControlPhotoTests {
    private static let address = "https://store.example/lawn.jpg"

    /// What was fetched, in whose name.
    private final class Fetched: Sendable {
        let all = Lock([String]())
    }

    private func api(_ installation: Installation, _ fetched: Fetched? = nil) -> ControlAPI {
        let photos = fetched.map { fetched in
            PhotoSource { address, account, user in
                fetched.all.withLock { $0.append("\(address) \(account) \(user)") }
                return Array(address.utf8)
            }
        }
        return ControlAPI(store: installation.store, photos: photos) { _ in .text("") }
    }

    /// Two who see what was done, the second of whom nobody knows yet.
    private func seen(_ ids: String..., photo: JSONValue = .string(address), in installation: Installation) async throws
    {
        try await installation.store.write { transaction in
            let server = try transaction.ensureServer(origin: "https://one.example")
            let mum = try transaction.ensureAccount(named: "mum", on: server, at: Installation.moment)
            try transaction.setUser("user-1", role: "Parent", of: mum.id, at: Installation.moment)
            for id in ids {
                let row = RecordRow(
                    server: server.id, kind: .completion, id: .init(rawValue: id), child: nil, rank: -1,
                    content: JSONValue.object(JSONObject([.init("photo", photo)])).description, at: Installation.moment)
                try transaction.take(row)
                try transaction.link(mum, to: row, owner: "chore")
            }
        }
    }

    private func refusal(_ api: ControlAPI, _ id: String) async -> ControlAnswer.Refusal? {
        if case .refused(let refusal) = await api.answer(ControlRequest(.get, ["photos", id])) { refusal } else { nil }
    }

    @Test("is fetched once, by who sees it, and then kept: also for when no program runs")
    func cached() async throws {
        try await Installation.with { installation async throws in
            try await seen("abc1", in: installation)
            let fetched = Fetched()
            for id in ["abc1", "ABC1", "ab"] {
                let answer = await api(installation, fetched).answer(ControlRequest(.get, ["photos", id]))
                #expect(answer == .picture(Array(Self.address.utf8)))
            }
            #expect(fetched.all.withLock { $0 } == ["\(Self.address) mum user-1"])
            let answer = await api(installation).answer(ControlRequest(.get, ["photos", "abc1"]))
            #expect(answer == .picture(Array(Self.address.utf8)))
            #expect(try await MediaStore(installation.store).usage()[.photo]?.count == 1)
        }
    }

    @Test("what is not known, has none, or could be several is refused with the list to look at")
    func refused() async throws {
        try await Installation.with { installation async throws in
            try await seen("abc1", "abc2", in: installation)
            try await seen("def", photo: .null, in: installation)
            let api = api(installation, Fetched())
            for id in ["nobody", "", "%", "abc~"] {
                #expect(await refusal(api, id)?.message == "nothing that was done has the id '\(id)'")
            }
            #expect(
                await refusal(api, "abc")?.message == "the id of more than one thing that was done begins with 'abc'")
            #expect(await refusal(api, "def")?.message == "there is no photo of 'def'")
            #expect(await refusal(api, "def")?.hint == "see what was done: pocketbell chores history")
        }
    }

    @Test("without a running program only what was fetched before is there")
    func notRunning() async throws {
        try await Installation.with { installation async throws in
            try await seen("abc", in: installation)
            #expect(await refusal(api(installation), "abc")?.message == "the program does not run")
        }
    }
}
