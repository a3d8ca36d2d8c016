import FoundationEssentials
import JSON
import Measuring
import SignalRProtocol
import Values

/// The same hub messages, from a buffer instead of a network, read by our scanner and by `JSONDecoder`, in turns.
///
/// Both end with the same typed transaction, but for what makes `JSONDecoder`'s work less: its frames are cut for it, and
/// it leaves the time a text.
struct Replay {
    private struct Frame: Decodable {
        let type: Int
        let target: String
        let arguments: [Transaction]
    }

    private struct Transaction: Decodable {
        let id: String
        let childId: String
        let amount: FoundationEssentials.Decimal
        let type: String
        let category: String
        let description: String
        let balanceAfter: FoundationEssentials.Decimal
        let createdAt: String
        let createdByName: String?
    }

    private static let recordsPerPayload = 200
    private static let record =
        "{\"type\":1,\"target\":\"\(HubTransaction.target)\",\"arguments\":[\(HubTransaction.json)]}"

    func run(_ wanted: Int, rounds: Int) throws {
        let payloads = max(1, wanted / Self.recordsPerPayload)
        let count = payloads * Self.recordsPerPayload
        var ours: [Double] = []
        var theirs: [Double] = []
        for _ in 0..<rounds {
            let (micros, sum) = try measured(count) { try scanned(payloads) }
            let (others, otherSum) = try measured(count) { try decoded(count) }
            guard sum == otherSum else { fatalError("the sums differ: \(sum), \(otherSum)") }
            ours.append(micros)
            theirs.append(others)
        }
        let ratio = median(zip(ours, theirs).map { $1 / $0 })
        print(
            """
            {"mode":"replay","count":\(count),"rounds":\(rounds),"cpuMicrosPerMessage":\(median(ours)),\
            "jsonDecoderCpuMicrosPerMessage":\(median(theirs)),"timesJSONDecoder":\(ratio)}
            """)
    }

    private func measured(_ count: Int, _ body: () throws -> String) rethrows -> (micros: Double, sum: String) {
        let before = Usage.processorSeconds()
        let sum = try body()
        return ((Usage.processorSeconds() - before) * 1e6 / Double(count), sum)
    }

    private func scanned(_ payloads: Int) throws -> String {
        let payload = Array(String(repeating: Self.record + "\u{1E}", count: Self.recordsPerPayload).utf8)
        var reader = HubRecordReader(limit: 1 << 20, checksUTF8: true)
        var sum = Values.Decimal.zero
        var failure: JSONError?
        for _ in 0..<payloads {
            try reader.append(payload.span) { bytes throws(HubProtocolError) in
                var cursor = JSONCursor()
                do throws(JSONError) {
                    while let transaction = try Self.next(bytes, &cursor) {
                        sum = sum.adding(transaction.amount) ?? sum
                    }
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
        return "\(sum.normalized)"
    }

    /// As the connection does it for a handler on the service thread.
    private static func next(
        _ bytes: borrowing JSONCursor.Bytes, _ cursor: inout JSONCursor
    ) throws(JSONError) -> HubTransaction? {
        guard cursor.offset < bytes.count else { return nil }
        guard let form = UsualInvocation(bytes, at: cursor.offset) else { fatalError("not in the usual form") }
        cursor = JSONCursor(offset: form.arguments)
        let transaction = try HubTransaction(arguments: bytes, &cursor)
        guard ArgumentsEnd(from: form.arguments, before: .max).isReached(bytes, &cursor) else {
            fatalError("not a whole record")
        }
        return transaction
    }

    private func decoded(_ count: Int) throws -> String {
        let decoder = JSONDecoder()
        let frame = Data(Self.record.utf8)
        var sum = FoundationEssentials.Decimal(0)
        for _ in 0..<count { sum += try decoder.decode(Frame.self, from: frame).arguments[0].amount }
        return "\(sum)"
    }
}
