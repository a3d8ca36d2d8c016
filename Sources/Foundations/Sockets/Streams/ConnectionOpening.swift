/// What an outgoing connection needs until it is connected, and not a moment longer. Service thread only.
final class ConnectionOpening {
    let request: ConnectionRequest
    var race: AddressRace
    var attempts: [Int: ConnectAttempt] = [:]
    var headStart: TimerQueue.ID?
    var limit: TimerQueue.ID?
    private var failures: [String] = []
    private var furtherFailures = 0

    init(_ request: ConnectionRequest) {
        self.request = request
        race = AddressRace(count: request.addresses.count)
    }

    func note(_ reason: String, at index: Int) {
        // A name may have hundreds of addresses; a sentence must not.
        if failures.count < 8 {
            failures.append("\(request.addresses[index].text): \(reason)")
        } else {
            furtherFailures += 1
        }
    }

    /// What has failed so far, for people; empty if nothing has.
    var story: String {
        failures.joined(separator: "; ") + (furtherFailures > 0 ? " and \(furtherFailures) more" : "")
    }

    /// Where nobody has answered yet.
    var pending: String { race.running.map { request.addresses[$0].text }.joined(separator: ", ") }
}
