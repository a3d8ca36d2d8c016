/// What a case asks of a client. Every client has some of it; a case that needs more is not applicable to it.
struct ClientOptions: Sendable {
    var url: String
    /// Names as in negotiation; `nil` leaves the choice to the client.
    var transports: [String]?
    var skipsNegotiation = false
    var isStateful = false
    /// Whether it speaks MessagePack instead of JSON.
    var speaksMessagePack = false
    /// What its token provider gives, one after the other, the last one from then on; `nil` for no provider.
    var tokens: [String?]?
    var headers: [(name: String, value: String)] = []
    /// Before each attempt to get a lost connection back; empty for none.
    var reconnectDelays: [Duration] = []
    var pingInterval: Duration?
    var serverTimeout: Duration?
    var handshakeTimeout: Duration?
    var connectTimeout: Duration?
    var maximumMessageBytes: Int?
    var maximumBacklogBytes: Int?
    var statefulBufferBytes: Int?

    init(url: String) { self.url = url }
}

/// Items that a client uploads: the suite says when.
struct Upload: Sendable {
    enum Step: Sendable, Equatable {
        case item(String)
        case end
        case fail(String)
    }

    let steps: Journal<Step>

    init(_ items: [String] = [], ends: Bool = true) {
        steps = Journal()
        for item in items { steps.add(.item(item)) }
        if ends { steps.add(.end) }
    }
}
