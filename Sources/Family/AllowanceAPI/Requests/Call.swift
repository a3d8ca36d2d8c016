import HTTPClient

/// One request to the API, as a value: what is asked, before it is known where and with which token.
struct Call: Sendable {
    let method: HTTPMethod
    /// Behind the server's address, with its query.
    let path: String
    /// The route's template, without ids: for errors and logs.
    let name: String
    /// JSON; `nil` sends none.
    let body: [UInt8]?
    /// Bytes of the largest answer.
    let answerLimit: Int

    /// What tells a repetition from a second request, for servers that know it.
    var idempotencyKey: String?

    /// Whether doing it twice is not the same as doing it once.
    let isWrite: Bool

    private init(
        _ method: HTTPMethod, path: String, name: String, body: [UInt8]?, answerLimit: Int, isWrite: Bool
    ) {
        self.method = method
        self.path = path
        self.name = "\(method.rawValue) \(name)"
        self.body = body
        self.answerLimit = answerLimit
        self.isWrite = isWrite
    }

    /// Reads what is at a path behind `/api/v1`.
    static func get(_ path: String, name: String? = nil, answerLimit: Int = 8 << 20) -> Call {
        Call(.get, path: "/api/v1" + path, name: name ?? path, body: nil, answerLimit: answerLimit, isWrite: false)
    }

    /// Posts JSON, or nothing, to a path behind `/api/v1`.
    static func post(_ path: String, body: [UInt8]? = nil, isWrite: Bool) -> Call {
        Call(.post, path: "/api/v1" + path, name: path, body: body, answerLimit: 8 << 20, isWrite: isWrite)
    }

    /// Asks whether there is a hub at this path, and whether it takes our token.
    static func negotiate(hub path: String) -> Call {
        Call(
            .post, path: path + "/negotiate?negotiateVersion=1", name: path + "/negotiate", body: nil,
            answerLimit: 1 << 20, isWrite: false)
    }
}
