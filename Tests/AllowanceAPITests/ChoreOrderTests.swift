import HTTPClient
import JSON
import Testing

@testable import AllowanceAPI

/// What servers are asked about chores, and which fact shows that it was done.
@Suite("Orders about chores")
struct ChoreOrderTests {
    private static let hash = String(repeating: "a", count: 64)

    private func call(_ form: OrderForm, _ texts: [String: String], photo: [UInt8]? = nil) throws -> Call {
        var request = OrderRequest(form, child: "c1", record: "r1", payload: try form.payload(texts))
        request.photo = photo
        return try form.routes[0].call(request, key: "k")
    }

    private func text(_ call: Call) -> String { String(decoding: call.body ?? [], as: UTF8.self) }

    @Test("a chore is made for a child, and always says that it comes once: what is missing means something else")
    func add() throws {
        let call = try call(.addChore, ["title": "Lawn", "reward": "2.50"])
        #expect(call.path == "/api/v1/tasks" && call.method == .post && call.contentType == "application/json")
        #expect(text(call) == #"{"childId":"c1","isRecurring":false,"title":"Lawn","rewardAmount":2.50}"#)
        for reward in ["0", "1000.01", "1.005", "x"] {
            #expect(throws: OrderMistake.self) { try OrderForm.addChore.payload(["title": "Lawn", "reward": reward]) }
        }
    }

    @Test("what is done goes as a form, with the photo's bytes under a name that says nothing")
    func done() throws {
        let call = try call(.doneChore, ["notes": "front", "photo": Self.hash], photo: Array("JPEG".utf8))
        #expect(
            call.path == "/api/v1/tasks/r1/complete" && call.contentType.hasPrefix("multipart/form-data; boundary="))
        #expect(text(call).contains("name=\"notes\"\r\n\r\nfront\r\n"))
        #expect(text(call).contains("filename=\"photo.jpg\"\r\nContent-Type: image/jpeg\r\n\r\nJPEG\r\n"))
        #expect(!text(call).contains(Self.hash) && call.idempotencyKey == "k" && call.isWrite)
        #expect(try text(self.call(.doneChore, [:])) == "--pocketbell-k--\r\n")
    }

    @Test("who wants to know how far it is hears it of a photo, and of nothing else")
    func progress() throws {
        func hears(_ form: OrderForm, _ texts: [String: String], photo: [UInt8]? = nil) throws -> Bool {
            var request = OrderRequest(form, child: "c1", record: "r1", payload: try form.payload(texts))
            (request.photo, request.progress) = (photo, { _, _ in })
            return try form.routes[0].call(request, key: "k").progress != nil
        }
        #expect(try hears(.doneChore, ["photo": Self.hash], photo: Array("JPEG".utf8)))
        #expect(try !hears(.addChore, ["title": "Lawn", "reward": "2.50"]))
        #expect(try !hears(.approveChore, [:]))
    }

    @Test("one whose photo is gone is not sent without it")
    func gone() throws {
        let error = #expect(throws: AllowanceError.self) { try call(.doneChore, ["photo": Self.hash]) }
        #expect(error?.kind == .invalidRequest && error?.outcomeIsUnknown == false)
        #expect(error?.message.contains("photo is gone") == true)
    }

    @Test("a review always says yes or no: what is missing means no")
    func review() throws {
        let approval = try call(.approveChore, [:])
        #expect(approval.method == .put && approval.path == "/api/v1/tasks/completions/r1/review")
        #expect(text(approval) == #"{"isApproved":true}"#)
        #expect(try text(call(.rejectChore, ["rejection": "no"])) == #"{"isApproved":false,"rejectionReason":"no"}"#)
    }

    @Test("what the server makes by itself is not what a child did; one that lost its photo is, and that is said")
    func looks() throws {
        let form = OrderForm.doneChore
        func looks(_ payload: JSONValue, _ content: JSONValue) -> Bool { form.looksLike(payload, content) }
        #expect(looks([:], ["notes": .null]) && looks(["notes": "a"], ["notes": " a "]))
        #expect(!looks([:], ["notes": "Auto-generated recurring task"]) && !looks(["notes": "a"], ["notes": .null]))
        let photo: JSONValue = ["photo": .string(Self.hash)]
        #expect(looks(photo, ["notes": .null, "photo": .null]))
        #expect(form.hasLost(photo, ["photo": .null]))
        #expect(!form.hasLost(photo, ["photo": "/photos/1"]) && !form.hasLost([:], ["photo": .null]))
    }

    @Test("lists show what is done as the chore calls it, without a photo before the server has one")
    func preview() throws {
        let request = OrderRequest(
            .doneChore, child: "c1", record: "r1", payload: try OrderForm.doneChore.payload(["photo": Self.hash]),
            current: #"{"title":"Lawn","reward":"2.50"}"#)
        let shown = try JSONValue(parsing: #require(request.preview))
        #expect(shown["title"] == "Lawn" && shown["reward"] == "2.50" && shown["state"] == "pendingApproval")
        #expect(shown["chore"] == "r1" && shown["photo"] == .null)
    }
}
