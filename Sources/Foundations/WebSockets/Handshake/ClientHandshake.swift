import HTTPMessages
import Values

/// The client's half of the opening handshake (RFC 6455, 4.1). Pure, but for the key.
struct ClientHandshake: Sendable {
    let options: WebSocketOptions
    let key: String

    init(_ options: WebSocketOptions, key: String = WebSocketKey.random()) {
        self.options = options
        self.key = key
    }

    /// The upgrade request. Refuses what would let an option forge a line of it.
    func request() throws(WebSocketError) -> [UInt8] {
        guard options.target.utf8.first == UInt8(ascii: "/"),
            options.target.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .handshake("the request target has characters that HTTP does not allow") }
        var headers: HTTPHeaders = [
            "Host": options.authority(alwaysWithPort: false), "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13",
        ]
        if !options.subprotocols.isEmpty {
            headers.add("Sec-WebSocket-Protocol", options.subprotocols.joined(separator: ", "))
        }
        if let compression = options.compression {
            headers.add("Sec-WebSocket-Extensions", DeflateAgreement.offer(compression).text)
        }
        for field in options.headers.fields { headers.add(field) }
        return try Self.head("GET \(options.target) HTTP/1.1", headers)
    }

    /// The request that has a proxy connect us.
    func proxyRequest() throws(WebSocketError) -> [UInt8] {
        let authority = options.authority(alwaysWithPort: true)
        var headers: HTTPHeaders = ["Host": authority]
        // Unlike a name that is looked up, this one would go into the request line as it is.
        guard authority.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .handshake("the host has characters that HTTP does not allow")
        }
        if let credentials = options.proxyInUse?.credentials {
            let token = credentials.withText { Secret(Base64.standard.encode($0.utf8)) }
            headers.add(HTTPField("Proxy-Authorization", prefix: "Basic ", token))
        }
        return try Self.head("CONNECT \(authority) HTTP/1.1", headers)
    }

    private static func head(_ firstLine: String, _ headers: HTTPHeaders) throws(WebSocketError) -> [UInt8] {
        do throws(HTTPHeadError) { return try HTTPHeadWriter.request(firstLine, headers) } catch {
            throw .handshake(error.detail)
        }
    }

    /// What the server chose.
    struct Answer {
        var subprotocol: String?
        /// nil if nothing is compressed.
        var compression: DeflateAgreement?
    }

    /// Checks the answer.
    func accept(_ head: HTTPResponseHead) throws(WebSocketError) -> Answer {
        guard head.status == 101 else { throw .http(head) }
        guard head.version == "1.1" else { throw .handshake("101 in HTTP/1.0") }
        let headers = head.headers
        guard headers.list("upgrade", contains: "websocket"), headers.list("connection", contains: "upgrade") else {
            throw .handshake("101 without Upgrade: websocket")
        }
        guard headers.all("sec-websocket-accept") == [WebSocketKey.acceptToken(for: key)] else {
            throw .handshake("wrong Sec-WebSocket-Accept")
        }
        let compression = try compression(headers)
        let chosen = headers.all("sec-websocket-protocol")
        guard let subprotocol = chosen.first else { return Answer(compression: compression) }
        guard chosen.count == 1, options.subprotocols.contains(subprotocol) else {
            throw .handshake("a subprotocol nobody asked for")
        }
        return Answer(subprotocol: subprotocol, compression: compression)
    }

    private func compression(_ headers: HTTPHeaders) throws(WebSocketError) -> DeflateAgreement? {
        let fields = headers.all("sec-websocket-extensions")
        guard let wish = options.compression else {
            // None was offered.
            guard fields.isEmpty else { throw .handshake("an extension nobody asked for") }
            return nil
        }
        guard let answers = WebSocketExtension.list(fields) else {
            throw .handshake("a Sec-WebSocket-Extensions field that breaks RFC 6455")
        }
        do throws(DeflateAgreement.Refusal) { return try DeflateAgreement.accept(answers, wish) } catch {
            throw .handshake(error.detail)
        }
    }
}
