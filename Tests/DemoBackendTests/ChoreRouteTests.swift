import JSON
import Testing
import Values

@testable import DemoBackend

@Suite("Chores of the simulated family")
struct ChoreRouteTests {
    private let now = Timestamp(seconds: 1_773_500_966)
    private static let form: [UInt8] = Array(
        ("--b\r\nContent-Disposition: form-data; name=\"notes\"\r\n\r\nfront &\r\nback\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"p.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
            + "\u{1}\u{2}\r\n--b--\r\n").utf8)

    private func server() -> SimulatedServer { SimulatedServer(dialect: .real, history: 3, seed: 1, now: now) }

    private func token(_ server: inout SimulatedServer, _ email: String) throws -> Secret {
        let body = #"{"email":"\#(email)","password":"password123"}"#
        let answer = server.answer(
            DemoRequest("POST", "/api/v1/auth/login", body: Array(body.utf8)), now: now,
            random: [UInt8](repeating: UInt8(email.utf8.count), count: 32)
        ).answer
        return Secret(try JSONNode(JSONValue(parsing: answer.body)).required("token").string())
    }

    private func ask(
        _ server: inout SimulatedServer, _ method: String, _ path: String, _ body: [UInt8] = [], by token: Secret
    ) -> DemoAnswer {
        server.answer(DemoRequest(method, "/api/v1/" + path, token: token, body: body), now: now, random: []).answer
    }

    @Test("a parent makes one, the child does it with a photo, and a parent pays for it, once")
    func round() throws {
        var server = server()
        let (pat, alice) = (try token(&server, "parent@example.com"), try token(&server, "child1@example.com"))
        let child = server.family.children[0]
        let body = #"{"childId":"\#(child.id)","title":"Lawn","rewardAmount":2.5,"isRecurring":false}"#
        #expect(ask(&server, "POST", "tasks", Array(body.utf8), by: alice).status == 403)
        let made = ask(&server, "POST", "tasks", Array(body.utf8), by: pat)
        let chore = try JSONNode(JSONValue(parsing: made.body)).required("id").string()
        #expect(made.status == 201)
        #expect(ask(&server, "POST", "tasks/\(chore)/complete", Self.form, by: pat).status == 500)
        #expect(ask(&server, "POST", "tasks/\(chore)/complete", Array("{}".utf8), by: alice).status == 415)
        let done = try JSONValue(parsing: ask(&server, "POST", "tasks/\(chore)/complete", Self.form, by: alice).body)
        #expect(done["notes"] == "front &\r\nback" && done["status"] == "PendingApproval")
        guard case .string(let photo)? = done["photoUrl"], case .string(let id)? = done["id"] else {
            Issue.record("no photo and no id: \(done)")
            return
        }
        let fetched = server.answer(DemoRequest("GET", photo), now: now, random: []).answer
        #expect(fetched.body == [1, 2] && fetched.contentType == "image/jpeg")
        let path = "tasks/completions/\(id)/review"
        #expect(ask(&server, "PUT", path, Array(#"{"isApproved":true}"#.utf8), by: alice).status == 403)
        let paid = try JSONValue(
            parsing: ask(&server, "PUT", path, Array(#"{"isApproved":true}"#.utf8), by: pat).body)
        #expect(paid["status"] == "Approved")
        #expect(paid["transactionId"] == .string(try #require(server.family.newest(1, of: child.id).first?.id)))
        #expect(ask(&server, "PUT", path, Array(#"{"isApproved":true}"#.utf8), by: pat).status == 404)
    }

    @Test("what is missing rejects, as the real server has it")
    func rejected() throws {
        var server = server()
        let (pat, alice) = (try token(&server, "parent@example.com"), try token(&server, "child1@example.com"))
        let chore = try #require(server.household.chores.first { $0.child == server.family.children[0].id }).id
        let balance = server.family.children[0].balance
        let done = try JSONValue(parsing: ask(&server, "POST", "tasks/\(chore)/complete", Self.form, by: alice).body)
        let id = try JSONNode(done).required("id").string()
        let body = Array(#"{"rejectionReason":"not yet"}"#.utf8)
        let answer = try JSONValue(parsing: ask(&server, "PUT", "tasks/completions/\(id)/review", body, by: pat).body)
        #expect(answer["status"] == "Rejected" && answer["rejectionReason"] == "not yet")
        #expect(server.family.children[0].balance == balance)
    }

    @Test(
        "a form that is none is not taken for one",
        arguments: ["", "--", "--b", "--b\r\n", "--b\r\nx\r\n--b--", "--b\r\n\r\n\r\n--b--", "{}", "--b\r\n--b--\r\n"])
    func forms(text: String) { #expect(FormPart.all(in: Array(text.utf8))?.isEmpty ?? true) }

    @Test("one that says nothing of what was done is a form, too")
    func emptyForm() throws {
        var server = server()
        let alice = try token(&server, "child1@example.com")
        let chore = try #require(server.household.chores.first { $0.child == server.family.children[0].id }).id
        let form = Array("--b--\r\n".utf8)
        #expect(FormPart.all(in: form) == [])
        #expect(ask(&server, "POST", "tasks/\(chore)/complete", form, by: alice).status == 201)
    }
}
