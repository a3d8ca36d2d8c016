import CLibWebSockets

/// Why there is no TLS with a peer.
public enum TLSFailure: String, Sendable, Equatable, CaseIterable {
    /// The certificate is made out to another name or address.
    case wrongHost = "wrong-host"
    case expired
    case notYetValid = "not-yet-valid"
    /// The certificate vouches for itself.
    case selfSigned = "self-signed"
    /// The certificate leads to an authority that is not trusted here.
    case unknownAuthority = "unknown-authority"
    /// The certificate was refused for another reason.
    case badCertificate = "bad-certificate"
    /// What answers on that port does not speak TLS.
    case notTLS = "not-tls"
    /// The peer refused us: it sent an alert.
    case refusedByPeer = "refused-by-peer"
    /// The peer closed the connection before TLS was agreed on.
    case closed
    /// A file with certificates or a key of ours cannot be used.
    case file
    case other

    /// The failure behind a result of certificate verification (`X509_V_ERR_...`).
    init(verification code: Int) {
        switch Int32(code) {
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: self = .wrongHost
        case X509_V_ERR_CERT_HAS_EXPIRED: self = .expired
        case X509_V_ERR_CERT_NOT_YET_VALID: self = .notYetValid
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: self = .selfSigned
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            self = .unknownAuthority
        default: self = .badCertificate
        }
    }

    /// A sentence about `host`, with the next step.
    func message(host: String, detail: String) -> String {
        switch self {
        case .wrongHost: "the certificate is not made out to \(host): use the name that it has"
        case .expired: "the certificate of \(host) has expired: it must be renewed there (or the clock here is wrong)"
        case .notYetValid: "the certificate of \(host) is not valid yet: check the clock here"
        case .selfSigned: "the certificate of \(host) is self-signed: trust it by naming its file as CA file"
        case .unknownAuthority:
            "the certificate of \(host) comes from an authority that is not trusted here: name its CA file (\(detail))"
        case .badCertificate: "the certificate of \(host) was refused: \(detail)"
        case .notTLS: "\(host) does not speak TLS on this port: check the port, or use http instead of https"
        case .refusedByPeer: "\(host) refused the TLS handshake: \(detail)"
        case .closed: "\(host) closed the connection during the TLS handshake"
        case .file: detail
        case .other: "TLS with \(host) failed: \(detail)"
        }
    }

    func error(host: String, detail: String = "") -> SocketError {
        SocketError(.tls(self), message(host: host, detail: detail))
    }
}
