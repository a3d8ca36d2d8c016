import AllowanceAPI
import Store
import SyncEngine
import Testing
import Values

/// What shows that a chore was done: the server makes some by itself, and may lose a photo.
@Suite("What shows that a chore was done")
struct ChoreMatchTests {
    private static let photo = #"{"photo":"\#(String(repeating: "a", count: 64))"}"#

    private func fact(_ id: String, notes: String = "null", photo: String = "null", at seconds: Int64 = 101)
        -> RecordFact
    {
        let content = #"{"notes":\#(notes),"photo":\#(photo),"doneAt":"\#(Timestamp(seconds: seconds).wholeSeconds)"}"#
        return RecordFact(id: id, child: nil, content: content, rank: -1)
    }

    private func step(_ payload: String, _ facts: RecordFact...) -> OrderMatch.Step {
        OrderMatch(settle: .seconds(60)).step(
            .order(.doneChore, .unknown, payload: payload, record: "lawn"),
            among: RecordAnswer(facts: facts, isWhole: true), isSettled: true)
    }

    private func confirm(_ id: String, remark: String? = nil) -> OrderMatch.Step {
        .confirm(RecordRow.ID(rawValue: id), remark: remark)
    }

    @Test("what came while it was under way, with its notes, is it")
    func done() {
        #expect(step("{}", fact("new")) == confirm("new"))
        #expect(step(#"{"notes":"a"}"#, fact("new", notes: #""a""#)) == confirm("new"))
        #expect(step("{}", fact("old")) == .nothing, "it was there before")
        #expect(step("{}", fact("new", at: 94)) == .nothing && step("{}", fact("new", at: 161)) == .nothing)
        #expect(step("{}", fact("new", notes: #""Auto-generated recurring task""#)) == .nothing)
    }

    @Test("one that has lost its photo is not done again, and does not pass for uploaded")
    func lost() {
        #expect(step(Self.photo, fact("new")) == confirm("new", remark: RecordOrder.lostPhoto))
        #expect(step(Self.photo, fact("new", photo: #""/photos/1""#)) == confirm("new"))
    }

    @Test("an approval is shown by the record itself; where somebody else has rejected meanwhile, a person decides")
    func review() {
        func step(_ state: String) -> OrderMatch.Step {
            OrderMatch(settle: .seconds(60)).step(
                .order(
                    .approveChore, .unknown, payload: #"{"state":"approved"}"#, record: "d",
                    base: #"{"state":"pendingApproval"}"#),
                among: RecordAnswer(
                    facts: [RecordFact(id: "d", child: nil, content: #"{"state":"\#(state)"}"#, rank: -1)],
                    isWhole: true), isSettled: true)
        }
        #expect(
            step("approved") == confirm("d") && step("pendingApproval") == .nothing
                && step("rejected")
                    == .contested([
                        OrderContest(
                            "state", base: #""pendingApproval""#, local: #""approved""#, server: #""rejected""#)
                    ])
        )
    }
}
