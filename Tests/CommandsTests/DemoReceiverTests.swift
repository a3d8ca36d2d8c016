import Testing

@testable import Commands

@Suite("What the demo's webhook is told")
struct DemoReceiverTests {
    private func message(_ text: String) -> DemoReceiver.Message? { DemoReceiver.Message(Array(text.utf8)) }

    @Test("an alert is read with all that the demo shows", arguments: [true, false])
    func whole(isLate: Bool) throws {
        let text = #"{"data":{"text":"Alice received $5.00","late":\#(isLate),"transaction":{"id":"t1"}}}"#
        let message = try #require(self.message(text))
        #expect(message.transaction == "t1" && message.text == "Alice received $5.00" && message.isLate == isLate)
    }

    @Test("what doesn't say that it is late is not")
    func least() throws {
        #expect(try #require(message(#"{"data":{"text":"","transaction":{"id":"t"}}}"#)).isLate == false)
    }

    @Test(
        "anything else is no alert",
        arguments: [
            "", "[]", "{", "null", #"{"data":5}"#, #"{"data":{"transaction":{"id":"t"}}}"#,
            #"{"data":{"text":"A"}}"#, #"{"data":{"text":"A","transaction":{}}}"#,
            #"{"data":{"text":7,"transaction":{"id":"t"}}}"#, #"{"data":{"text":"A","transaction":{"id":7}}}"#,
        ])
    func others(_ text: String) { #expect(message(text) == nil) }
}
