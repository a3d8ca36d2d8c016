import SignalRProtocol
import Testing

@testable import HTTPServer
@testable import SignalRServer

/// A request as the HTTP server hands it over.
func hubRequest(
    _ method: String, _ target: String, _ headers: HTTPHeaders = [:], body: String = ""
) -> HTTPRequest {
    let parts = target.split(separator: "?", maxSplits: 1).map { String($0) }
    var request = HTTPRequest(
        method: method, target: target, path: parts[0], query: parts.count > 1 ? parts[1] : nil, headers: headers)
    request.body = body.utf8.map { $0 == UInt8(ascii: "^") ? HubRecordReader.separator : $0 }
    return request
}

extension HubServer {
    /// The status and the text of an answer, with record separators shown as `^`.
    func ask(_ method: String, _ target: String, body: String = "") async -> (status: Int, text: String) {
        guard let response = await response(to: hubRequest(method, target, body: body)) else { return (0, "") }
        guard case .bytes(let bytes) = response.body else { return (response.status.rawValue, "(a stream)") }
        let shown = bytes.map { $0 == HubRecordReader.separator ? UInt8(ascii: "^") : $0 }
        return (response.status.rawValue, String(decoding: shown, as: UTF8.self))
    }

    /// Negotiates at `/hub`.
    func negotiate(_ query: String = "") async throws -> NegotiatedConnection {
        let response = await response(to: hubRequest("POST", "/hub/negotiate?negotiateVersion=1\(query)"))
        guard case .bytes(let body)? = response?.body, case .connection(let connection) = try NegotiateReply(body.span)
        else { throw HubProtocolError(.missing("connection")) }
        return connection
    }
}
