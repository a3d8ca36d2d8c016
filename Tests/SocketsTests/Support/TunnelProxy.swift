import Runtime

/// An HTTP proxy that knows CONNECT and nothing else, for `withPeer`.
package enum TunnelProxy {
    /// Serves one connection: connects it to the port of this machine that it names, if it brings the credentials.
    /// - Parameters:
    ///   - credentials: in base64, as they come.
    ///   - connected: told the name and port of each connection that is made.
    package static func serve(
        _ socket: RawSocket, credentials: String? = nil, connected: (String) -> Void = { _ in }
    ) {
        let head = String(decoding: socket.read(until: "\r\n\r\n"), as: UTF8.self)
        if let credentials, !head.contains("\r\nProxy-Authorization: Basic \(credentials)\r\n") {
            socket.send("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n")
            return
        }
        let authority = head.split(separator: " ").dropFirst().first.map { String($0) } ?? ""
        guard head.hasPrefix("CONNECT "), head.contains("\r\nHost: \(authority)\r\n"),
            let port = Int(authority.split(separator: ":").last ?? ""), let target = try? RawSocket(port: port)
        else { return }
        connected(authority)
        socket.send("HTTP/1.1 200 Connection established\r\n\r\n")
        let back = target.pump(to: socket)
        while case let bytes = socket.read(), !bytes.isEmpty { target.send(bytes) }
        target.cut()
        back?.join()
    }
}
