import HTTPClient

/// One request to the API, as a value: what is asked, before it is known where and with which token.
struct Call: Sendable {
    let method: HTTPMethod
    /// Behind the server's address, with its query.
    let path: String
    /// The route's template, without ids: for errors and logs.
    let name: String
    /// JSON, unless ``contentType`` says otherwise; `nil` sends none.
    private(set) var body: [UInt8]?
    private(set) var contentType = "application/json"
    /// From start to last byte.
    private(set) var limit = Duration.seconds(30)
    /// Bytes of the largest answer.
    let answerLimit: Int

    /// Hears on a thread of the client's, which it must not keep waiting, how many bytes of the body are sent, of how many.
    private(set) var progress: (@Sendable (_ sent: Int, _ total: Int) -> Void)?

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

    /// Carries an order out.
    ///
    /// - Parameter key: of the request, the same at each repetition.
    static func order(_ method: HTTPMethod, _ path: String, name: String, body: [UInt8]?, key: String) -> Call {
        var call = Call(
            method, path: "/api/v1" + path, name: name, body: body, answerLimit: 8 << 20, isWrite: true)
        call.idempotencyKey = key
        return call
    }

    /// Sends a form in the place of what was said so far, with the time that a slow line takes for it.
    mutating func send(_ form: MultipartForm, progress: (@Sendable (_ sent: Int, _ total: Int) -> Void)? = nil) {
        (body, contentType, limit) = (form.bytes, form.contentType, .seconds(300))
        self.progress = progress
    }

    /// Asks whether there is a hub at this path, and whether it takes our token.
    static func negotiate(hub path: String) -> Call {
        Call(
            .post, path: path + "/negotiate?negotiateVersion=1", name: path + "/negotiate", body: nil,
            answerLimit: 1 << 20, isWrite: false)
    }
}
