import AllowanceAPI
import SyncEngine
import Values

@testable import Store

extension IntentRow {
    /// An order of Alice's, sent at second 100 and again at 100 unless it was not, after a list with `old` in it.
    static func order(
        _ deed: RecordOrder.Deed, _ state: State, payload: String = #"{"name":"Kite","price":"12.50"}"#,
        record: String? = nil, base: String? = nil, isSent: Bool = true, attempts: Int = 1, answered: String? = nil,
        fact: String? = nil, reason: String? = nil
    ) -> IntentRow {
        let order = RecordOrder(
            deed, record: record.map(RecordRow.ID.init(rawValue:)), owner: "alice", payload: payload, base: base,
            title: "Kite")
        return IntentRow(
            number: 1, id: ID(rawValue: "1"), account: AccountRow.ID(rawValue: 1), server: ServerRow.ID(rawValue: 1),
            child: alice, order: .record(order), acceptedBy: "mum", acceptedAt: Timestamp(seconds: 90), state: state,
            attempts: isSent ? attempts : 0, before: nil, known: isSent ? ["old"] : nil,
            firstSentAt: isSent ? Timestamp(seconds: 100) : nil, lastAttemptAt: isSent ? Timestamp(seconds: 100) : nil,
            dueAt: Timestamp(seconds: 160), reason: reason, answered: answered, transaction: nil,
            fact: fact.map(RecordRow.ID.init(rawValue:)), isUncovered: false, settledAt: nil, isDamaged: false)
    }
}

extension RecordFact {
    /// What the sample order makes.
    static func wish(
        _ id: String, name: String = "Kite", price: String = "12.50", at seconds: Int64? = 101,
        isPurchased: Bool = false
    ) -> RecordFact {
        let made = seconds.map { #""\#(Timestamp(seconds: $0))""# } ?? "null"
        let content =
            #"{"name":"\#(name)","price":"\#(price)","link":null,"notes":null,"purchased":\#(isPurchased),"createdAt":\#(made)}"#
        return RecordFact(id: id, child: Child.ID(rawValue: "alice"), content: content, rank: 1)
    }
}
