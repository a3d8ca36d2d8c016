import Values

extension HTTPError {
    /// A label from a closed set, for metrics and logs.
    package var reason: String {
        switch kind {
        case .badURL: "bad_url"
        case .badRequest: "bad_request"
        case .nameNotFound: "name_not_found"
        case .forbiddenAddress: "forbidden_address"
        case .refused: "refused"
        case .unreachable: "unreachable"
        case .timedOut(let phase): "timeout_\(phase.rawValue)"
        case .tls(let failure): "tls_\(failure.rawValue)"
        case .proxy: "proxy"
        case .protocolViolation: "protocol"
        case .connectionLost: "connection_lost"
        case .tooLarge(let part): "too_large_\(part.rawValue)"
        case .tooManyRedirects: "too_many_redirects"
        case .forbiddenRedirect: "forbidden_redirect"
        case .badFile: "bad_file"
        case .cancelled: "cancelled"
        case .clientClosed: "client_closed"
        case .other: "other"
        }
    }

    /// Whether the same request may succeed later without anybody changing anything.
    package var isRetryable: Bool {
        switch kind {
        case .nameNotFound, .refused, .unreachable, .timedOut, .proxy, .connectionLost, .protocolViolation, .other:
            true
        case .badURL, .badRequest, .forbiddenAddress, .tls, .tooLarge, .tooManyRedirects, .forbiddenRedirect, .badFile,
            .cancelled, .clientClosed:
            false
        }
    }
}
