package import Values

/// Why a request failed, how far it had come, and whether its receiver may have got it.
///
/// The text names what happened and the origin it happened with. It never holds userinfo, path, query, headers or body.
package struct HTTPError: Error, Sendable, Hashable {
    /// The closed set of reasons.
    package enum Kind: Sendable, Hashable {
        case badURL
        case badRequest
        case nameNotFound
        case forbiddenAddress
        case refused
        case unreachable
        case timedOut(Phase)
        case tls(TLSFailure)
        case proxy
        case protocolViolation
        case connectionLost
        case tooLarge(Part)
        case tooManyRedirects
        case forbiddenRedirect
        case cancelled
        /// The client was closed.
        case clientClosed
        /// A libcurl code without a meaning of its own here.
        case other(code: Int)
    }

    /// How far a request had come.
    package enum Phase: String, Sendable, Hashable, CaseIterable {
        /// Looking up the name, or waiting for a free connection: libcurl does not tell them apart.
        case resolving
        case connecting, handshake, sending, waiting, receiving
        /// The server was silent for the idle limit.
        case idle
    }

    /// What of a response was too large.
    package enum Part: String, Sendable, Hashable {
        case head, body
    }

    /// What programs decide by.
    package let kind: Kind
    /// The origin, for example `https://host:443`; empty if there was none yet.
    package let place: String
    /// For logs; our own words, libcurl's or the system's.
    package let detail: String
    /// What was under way; `nil` if nothing was begun.
    package let phase: Phase?
    /// `false`: surely not one byte of the request has left this machine, so sending it again repeats nothing.
    /// `true`: the receiver may have it, whole or in part.
    package internal(set) var mayHaveArrived: Bool

    init(
        _ kind: Kind, place: String = "", detail: String, phase: Phase? = nil, mayHaveArrived: Bool = false
    ) {
        self.kind = kind
        self.place = place
        self.detail = detail
        self.phase = phase
        self.mayHaveArrived = mayHaveArrived
    }

    static func badURL(_ detail: String) -> HTTPError { HTTPError(.badURL, detail: detail) }
    static func badRequest(_ detail: String) -> HTTPError { HTTPError(.badRequest, detail: detail) }
    static var outOfMemory: HTTPError { HTTPError(.other(code: 27), detail: "out of memory") }
    static func noHead(at place: String) -> HTTPError {
        HTTPError(
            .protocolViolation, place: place, detail: "no response head", phase: .waiting, mayHaveArrived: true)
    }
    static func clientClosed(at place: String) -> HTTPError {
        HTTPError(.clientClosed, place: place, detail: "the client is closed")
    }
}

extension HTTPError: CustomStringConvertible {
    /// For logs: reason, origin, detail.
    package var description: String {
        place.isEmpty ? "\(reason): \(detail)" : "\(reason) at \(place): \(detail)"
    }
}

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
        case .cancelled: "cancelled"
        case .clientClosed: "client_closed"
        case .other: "other"
        }
    }
}
