import JSON
import Testing

@testable import AllowanceAPI

/// What the real hub said becomes the right hints.
@Suite(.enabled(if: SharedFolder.hasRecordings, "no ../shared/fixtures beside the package"))
struct RecordedHubTests {
    @Test("each message of the real hub is understood; those about a transaction name it")
    func hints() throws {
        var reader = HubEventReader()
        var counts: [String: Int] = [:]
        for record in Recording.hubRecords where record["type"] == 1 {
            guard case .string(let target)? = record["target"], let arguments = record["arguments"] else { continue }
            let reading = reader.read(target: target, arguments: arguments.description.utf8.span)
            counts[name(reading), default: 0] += 1
            let kind = arguments[0]?["type"]
            if target == "ReceiveNotification", kind == 3 {
                guard case .hint(.transaction) = reading else {
                    Issue.record("\(arguments)")
                    continue
                }
            }
        }
        #expect(counts == ["transaction": 13, "something": 39, "nothing": 76])
        #expect(reader.unknown.isEmpty)
    }

    private func name(_ reading: HubEventReader.Reading) -> String {
        switch reading {
        case .hint(.transaction): "transaction"
        case .hint(.child): "child"
        case .hint(.something): "something"
        case .hint(.balance), .hint(.childOrTransaction): "other"
        case .nothing: "nothing"
        case .unknownEvent: "unknown"
        }
    }
}
