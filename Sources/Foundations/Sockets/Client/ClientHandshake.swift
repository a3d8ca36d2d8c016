/// The client's half of the opening handshake (RFC 6455, 4.1). Pure, but for the key.
struct ClientHandshake {
    let options: WSOptions
    let key: String

    init(_ options: WSOptions, key: String = WebSocketKey.random()) {
        self.options = options
        self.key = key
    }

    /// The upgrade request. Refuses what would let an option forge a line of it.
    func request() throws(WSError) -> [UInt8] {
        guard options.path.utf8.first == UInt8(ascii: "/"), options.path.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .handshake("the request target has characters that HTTP does not allow") }
        var headers: HTTPHeaders = [
            "Host": options.authority(alwaysWithPort: false), "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13",
        ]
        if let subprotocols = options.subprotocols { headers.add("Sec-WebSocket-Protocol", subprotocols) }
        for (name, value) in options.headers { headers.add(name, value) }
        return try Self.head("GET \(options.path) HTTP/1.1", headers)
    }

    /// The request that has a proxy connect us.
    func proxyRequest() throws(WSError) -> [UInt8] {
        let target = options.authority(alwaysWithPort: true)
        var headers: HTTPHeaders = ["Host": target]
        if let credentials = options.proxyAuth {
            headers.add("Proxy-Authorization", "Basic " + WebSocketKey.base64(Array(credentials.utf8)))
        }
        return try Self.head("CONNECT \(target) HTTP/1.1", headers)
    }

    private static func head(_ firstLine: String, _ headers: HTTPHeaders) throws(WSError) -> [UInt8] {
        var text = firstLine + "\r\n"
        for field in headers.fields {
            guard field.isValid else { throw .handshake("characters that HTTP does not allow in field \(field.name)") }
            text += "\(field.name): \(field.value)\r\n"
        }
        return Array((text + "\r\n").utf8)
    }

    /// Checks the answer.
    /// - Returns: the subprotocol the server chose.
    func accept(_ head: HTTPResponseHead) throws(WSError) -> String? {
        guard head.status == 101 else { throw .http(status: head.status, headers: head.headers) }
        guard head.isVersion11 else { throw .handshake("101 in HTTP/1.0") }
        let headers = head.headers
        guard headers.list("upgrade", contains: "websocket"), headers.list("connection", contains: "upgrade") else {
            throw .handshake("101 without Upgrade: websocket")
        }
        guard headers.all("sec-websocket-accept") == [WebSocketKey.acceptToken(for: key)] else {
            throw .handshake("wrong Sec-WebSocket-Accept")
        }
        // None was offered.
        guard headers["sec-websocket-extensions"] == nil else { throw .handshake("an extension nobody asked for") }
        let chosen = headers.all("sec-websocket-protocol")
        guard let subprotocol = chosen.first else { return nil }
        let offered = (options.subprotocols ?? "").split(separator: ",").map { $0.trimmingBlanks }
        guard chosen.count == 1, offered.contains(subprotocol[...]) else {
            throw .handshake("a subprotocol nobody asked for")
        }
        return subprotocol
    }
}
