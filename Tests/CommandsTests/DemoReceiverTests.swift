import Testing

@testable import Commands

@Suite("What the demo's webhook is told")
struct DemoReceiverTests {
    private func message(_ text: String) -> DemoReceiver.Message? { DemoReceiver.Message(Array(text.utf8)) }

    @Test("an alert is read with all that the demo shows")
    func whole() throws {
        let message = try #require(
            self.message(
                """
                {"data":{"late":true,"child":{"name":"Alice"},"transaction":{"id":"t1","amount":"5.00","kind":"credit",
                  "description":"Ball","balance":"7.50"}}}
                """))
        #expect(message.transaction == "t1" && message.child == "Alice" && message.amount == "5.00")
        #expect(message.isCredit && message.description == "Ball" && message.balance == "7.50" && message.isLate)
    }

    @Test("what an alert leaves out is empty, not late, and no credit")
    func least() throws {
        let message = try #require(self.message(#"{"data":{"child":{"name":"A"},"transaction":{"id":"t"}}}"#))
        #expect(message.amount == "" && message.description == "" && message.balance == "")
        #expect(!message.isCredit && !message.isLate)
    }

    @Test(
        "anything else is no alert",
        arguments: [
            "", "[]", "{", "null", #"{"data":5}"#, #"{"data":{"transaction":{"id":"t"}}}"#,
            #"{"data":{"child":{"name":"A"}}}"#, #"{"data":{"child":{"name":"A"},"transaction":{}}}"#,
            #"{"data":{"child":{"name":7},"transaction":{"id":"t"}}}"#,
            #"{"data":{"child":{"name":"A"},"transaction":{"id":7}}}"#,
        ])
    func others(_ text: String) { #expect(message(text) == nil) }
}
