/// Why there is no TLS with a peer: one word for programs and one sentence for people, whichever library met it.
public enum TLSFailure: String, Sendable, Hashable, CaseIterable {
    /// The certificate is made out to another name or address.
    case wrongHost
    case expired
    case notYetValid
    /// The certificate vouches for itself.
    case selfSigned
    /// The certificate leads to an authority that is not trusted here.
    case untrusted
    case revoked
    /// The certificate was refused for another reason.
    case badCertificate
    /// What answers on that port does not speak TLS.
    case notTLS
    /// The peer wants a certificate of ours, or refuses the one it got.
    case clientCertificate
    /// The peer refused the handshake: it sent an alert.
    case refusedByPeer
    /// The peer closed the connection before TLS was agreed on.
    case closed
    /// No common version or cipher, and the like.
    case handshake
    /// A file with certificates or a key of ours cannot be used.
    case badFile

    /// The failure behind OpenSSL's result of verifying a certificate (`X509_V_ERR_...`), which several libraries hand on.
    package init(verification code: Int) {
        switch code {
        case 9: self = .notYetValid
        case 10: self = .expired
        case 18: self = .selfSigned
        // No issuer for a certificate, or for one on the way up; the last one vouches for itself; the chain has but one.
        case 2, 20, 19, 21: self = .untrusted
        case 23: self = .revoked
        case 62, 64: self = .wrongHost
        default: self = .badCertificate
        }
    }

    /// What is wrong, as a clause.
    /// - Parameter detail: the library's words, for what has no better ones.
    package func fault(of peer: String, detail: String) -> String {
        switch self {
        case .wrongHost: "the certificate of \(peer) is made out to another name"
        case .expired: "the certificate of \(peer) has expired"
        case .notYetValid: "the certificate of \(peer) is not valid yet"
        case .selfSigned: "the certificate of \(peer) is self-signed"
        case .untrusted: "the certificate of \(peer) comes from an authority that is not trusted here"
        case .revoked: "the certificate of \(peer) has been revoked"
        case .badCertificate: "the certificate of \(peer) was refused: \(detail)"
        case .notTLS: "\(peer) does not speak TLS on this port"
        case .clientCertificate: "\(peer) does not accept the certificate of this program, or wants one"
        case .refusedByPeer: "\(peer) refused the TLS handshake: \(detail)"
        case .closed: "\(peer) closed the connection during the TLS handshake"
        case .handshake: "TLS with \(peer) failed: \(detail)"
        case .badFile: "a file with certificates or a key cannot be used: \(detail)"
        }
    }

    /// What to do about it, as a clause, where that is known.
    package var remedy: String? {
        switch self {
        case .wrongHost: "use the name that it has"
        case .expired: "it must be renewed there, or the clock here is wrong"
        case .revoked: "it must be renewed there"
        case .notYetValid: "check the clock here"
        case .selfSigned, .untrusted: "name the file of the authority's certificate with ca-file"
        case .notTLS: "check the port, or use http instead of https"
        case .clientCertificate: "name certificate and key that it knows"
        case .badFile: "check that it exists and that this user may read it"
        case .badCertificate, .refusedByPeer, .closed, .handshake: nil
        }
    }

    /// ``remedy`` as a sentence.
    package var nextStep: String? { remedy.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." } }
}
