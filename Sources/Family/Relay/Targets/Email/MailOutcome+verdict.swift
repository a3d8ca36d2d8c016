import HTTPClient
import MailClient
import Store
import Values

extension MailOutcome {
    /// What it means for the delivery.
    ///
    /// - Parameter said: a reply in words for people, without secrets.
    func verdict(within addresses: AddressPolicy, _ said: (MailReply) -> String) -> Verdict {
        switch self {
        case .accepted(let reply): .delivered("the mail server took it: \(said(reply))")
        case .acceptedInPart(_, let refused, let reply):
            // Whoever was refused has not been told, and a repeat would tell the others twice: a person decides.
            .refused(
                .rejected,
                "the mail server took it for the others, but refuses \(refused.map(\.description).joined(separator: ", ")): "
                    + "\(said(reply)); correct 'to'")
        case .refused(let what, let reply):
            reply.isTemporary ? Self.pause(what, said(reply)) : Self.end(what, said(reply))
        case .notOffered(.encryption):
            .endpointDead(
                .tls,
                "the mail server offers no STARTTLS, so neither mail nor password is sent: check 'server' and its port")
        case .notOffered(.signIn):
            .endpointDead(
                .unauthorized, "the mail server offers no sign-in by password here: check 'server', or leave 'user' out"
            )
        case .failed(let error): error.mailVerdict(within: addresses)
        case .inDoubt(let error): error.mailDoubt
        }
    }

    /// Greylisting, quotas, maintenance: the same may be taken later.
    private static func pause(_ what: Refusal, _ words: String) -> Verdict {
        switch what {
        case .somebody(let address):
            .retry(.serverError, "the mail server doesn't take it for \(address) now, so nobody got it yet: \(words)")
        case .connection, .encryption, .signIn, .sender, .everybody, .message:
            .retry(.serverError, "the mail server doesn't take it now: \(words)")
        }
    }

    private static func end(_ what: Refusal, _ words: String) -> Verdict {
        switch what {
        case .connection: .endpointDead(.gone, "the mail server takes no mail from this machine: \(words)")
        case .encryption: .endpointDead(.tls, "the mail server refuses to encrypt: \(words)")
        case .signIn:
            .endpointDead(
                .unauthorized, "the mail server refuses the sign-in: \(words); check 'user' and 'password'")
        // 530 and the like: it wants somebody to sign in, or another sender.
        case .sender:
            .endpointDead(.unauthorized, "the mail server refuses the sender: \(words); check 'from' and 'user'")
        case .everybody, .somebody:
            .endpointDead(.gone, "the mail server refuses everybody in 'to': \(words); correct the addresses")
        case .message: .refused(.rejected, "the mail server refuses this mail: \(words)")
        }
    }
}

extension HTTPError {
    /// What it means when nothing of a mail was taken.
    fileprivate func mailVerdict(within addresses: AddressPolicy) -> Verdict {
        switch kind {
        case .forbiddenAddress:
            .endpointDead(.forbiddenAddress, addresses.refusal)
        case .nameNotFound: .retry(.unreachable, "the mail server's name is not found")
        case .refused: .retry(.unreachable, "the mail server refuses the connection")
        case .timedOut: .retry(.unreachable, "the mail server didn't take the mail within the time limit")
        // A certificate is repaired by people, which takes them a while.
        case .tls(let failure):
            .retry(
                .tls, after: .seconds(300), failure.fault(of: "the mail server", detail: detail) + Self.remedy(failure))
        case .cancelled, .clientClosed: .retry(.interrupted, "interrupted before it was sent")
        case .protocolViolation: .retry(.unexpectedAnswer, "what answers doesn't speak as a mail server does")
        case .badURL, .badRequest: .endpointDead(.misconfigured, "the mail can't be sent (\(detail)): correct 'server'")
        case .connectionLost: .retry(.unreachable, "the mail server hung up before it took the mail")
        case .unreachable, .proxy, .tooLarge, .tooManyRedirects, .forbiddenRedirect, .other:
            .retry(.unreachable, "the mail server can't be reached")
        }
    }

    private static func remedy(_ failure: TLSFailure) -> String {
        // What is said to users of HTTP names other schemes.
        if failure == .notTLS { return ": smtps:// and smtp:// have ports of their own, mostly 465 and 587" }
        return failure.remedy.map { ": \($0)" } ?? ""
    }

    /// What it means when all of a mail was on its way.
    fileprivate var mailDoubt: Verdict {
        switch kind {
        case .timedOut:
            .inDoubt(.timedOut, "the mail server didn't say within the time limit that it took the mail; it may have")
        case .cancelled, .clientClosed: .inDoubt(.interrupted, "interrupted while it was sent; it may have arrived")
        case .badURL, .badRequest, .nameNotFound, .forbiddenAddress, .refused, .unreachable, .tls, .proxy,
            .protocolViolation, .connectionLost, .tooLarge, .tooManyRedirects, .forbiddenRedirect, .other:
            .inDoubt(
                .connectionLost, "the connection broke before the mail server said that it took the mail; it may have")
        }
    }
}
