/// Why a request failed.
///
/// The text names what happened and the origin it happened with. It never holds userinfo, path, query or headers.
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
        case tls(TLSReason)
        case proxy
        case protocolViolation
        case connectionLost
        case tooLarge(Part)
        case tooManyRedirects
        case forbiddenRedirect
        case badFile
        case cancelled
        /// The client was closed.
        case clientClosed
        /// A libcurl code without a meaning of its own here.
        case other(code: Int)
    }

    /// What was under way when time ran out.
    package enum Phase: String, Sendable, Hashable {
        case resolving, connecting, handshake, sending, waiting, receiving
        /// The server was silent for the idle limit.
        case idle
    }

    package enum TLSReason: String, Sendable, Hashable {
        case expired, notYetValid, wrongHost, selfSigned, untrusted, revoked
        /// The peer does not speak TLS.
        case notTLS
        /// No common version or cipher, a fatal alert and the like.
        case handshake
        /// A certificate or key file of ours cannot be read.
        case badFile
    }

    package enum Part: String, Sendable, Hashable {
        case head, body
    }

    package let kind: Kind
    /// The origin, for example `https://host:443`; empty if there was none yet.
    package let place: String
    package let detail: String

    init(_ kind: Kind, place: String = "", detail: String) {
        self.kind = kind
        self.place = place
        self.detail = detail
    }

    static func badURL(_ detail: String) -> HTTPError { HTTPError(.badURL, detail: detail) }
    static func badRequest(_ detail: String) -> HTTPError { HTTPError(.badRequest, detail: detail) }
    static var outOfMemory: HTTPError { HTTPError(.other(code: 27), detail: "out of memory") }
    static func cancelled(at place: String) -> HTTPError {
        HTTPError(.cancelled, place: place, detail: "the task was cancelled")
    }
    static func clientClosed(at place: String) -> HTTPError {
        HTTPError(.clientClosed, place: place, detail: "the client is closed")
    }
}

extension HTTPError: CustomStringConvertible {
    package var description: String {
        place.isEmpty ? "\(reason): \(detail)" : "\(reason) at \(place): \(detail)"
    }
}
