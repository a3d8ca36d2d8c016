import JSON

// What goes over the line protocol, as values.

extension ClientOptions {
    /// What is not asked for is left out.
    var json: JSONValue {
        var members: [JSONObject.Member] = [.init("url", .string(url))]
        if let transports { members.append(.init("transports", .array(transports.map { .string($0) }))) }
        if skipsNegotiation { members.append(.init("skipNegotiation", true)) }
        if speaksMessagePack { members.append(.init("messagePack", true)) }
        if isStateful { members.append(.init("statefulReconnect", true)) }
        if let tokens { members.append(.init("tokens", .array(tokens.map { $0.map { .string($0) } ?? .null }))) }
        if !headers.isEmpty {
            members.append(.init("headers", .object(JSONObject(headers.map { .init($0.name, .string($0.value)) }))))
        }
        if !reconnectDelays.isEmpty {
            members.append(.init("reconnectDelaysMs", .array(reconnectDelays.map { .milliseconds($0) })))
        }
        let times = [
            ("pingIntervalMs", pingInterval), ("serverTimeoutMs", serverTimeout),
            ("handshakeTimeoutMs", handshakeTimeout), ("connectTimeoutMs", connectTimeout),
        ]
        for case (let name, let time?) in times { members.append(.init(name, .milliseconds(time))) }
        let sizes = [
            ("maximumMessageBytes", maximumMessageBytes), ("maximumBacklogBytes", maximumBacklogBytes),
            ("statefulBufferBytes", statefulBufferBytes),
        ]
        for case (let name, let size?) in sizes { members.append(.init(name, .number(JSONNumberText(size)))) }
        return .object(JSONObject(members))
    }
}

extension JSONValue {
    fileprivate static func milliseconds(_ duration: Duration) -> JSONValue {
        .number(JSONNumberText(Int(duration / .milliseconds(1))))
    }
}

extension Reaction {
    var json: JSONValue {
        switch self {
        case .nothing: [:]
        case .invoke(let method, let arguments):
            [
                "invoke": .string(method),
                "arguments": .array(arguments.map { (try? JSONValue(parsing: $0)) ?? .null }),
            ]
        case .wait(let duration): ["waitMs": .milliseconds(duration)]
        case .unregister: ["off": true]
        case .register(let target): ["on": .string(target)]
        case .stop: ["stop": true]
        }
    }
}

extension Answer {
    var json: JSONValue {
        switch self {
        case .result(let json): ["result": (try? JSONValue(parsing: json)) ?? .null]
        case .error(let text): ["error": .string(text)]
        case .arguments: ["arguments": true]
        case .never: ["never": true]
        }
    }
}

extension Upload.Step {
    func json(of number: Int, stream: Int) -> JSONValue {
        let place: [JSONObject.Member] = [
            .init("do", "upload"), .init("of", .number(JSONNumberText(number))),
            .init("stream", .number(JSONNumberText(stream))),
        ]
        let step: JSONObject.Member =
            switch self {
            case .item(let json): .init("item", (try? JSONValue(parsing: json)) ?? .null)
            case .end: .init("end", true)
            case .fail(let text): .init("error", .string(text))
            }
        return .object(JSONObject(place + [step]))
    }
}

extension ClientFailure {
    init(_ json: JSONValue) {
        self.init(kind: json["kind"]?.text, text: json["text"]?.text ?? "\(json)", mayHaveRun: nil)
        if case .bool(let mayHaveRun)? = json["mayHaveRun"] { self.mayHaveRun = mayHaveRun }
    }
}

extension ClientEvent {
    /// `nil` for what is no event.
    init?(_ json: JSONValue) {
        let failure = json["error"].flatMap { $0 == .null ? nil : ClientFailure($0) }
        switch json["event"]?.text {
        case "connected": self = .connected(id: json["id"]?.text)
        case "reconnecting": self = .reconnecting(failure)
        case "disconnected": self = .disconnected(failure)
        case "invocation":
            self = .invoked(target: json["target"]?.text ?? "", arguments: (json["arguments"] ?? []).description)
        case "token": self = .askedForToken(lastWasRefused: nil)
        case "note": self = .note(json["note"]?.text ?? "")
        default: return nil
        }
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
