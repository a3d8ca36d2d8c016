package import HTTPClient

/// What became of a message.
package enum MailOutcome: Sendable, Equatable {
    /// The server took it for everybody, which says nothing of whether it arrives.
    case accepted(MailReply)
    /// The server took it for some, and refused these for good.
    case acceptedInPart(MailReply, refused: [MailAddress], by: MailReply)
    /// Nothing was taken: the server said no.
    case refused(Refusal, MailReply)
    /// The server cannot encrypt, or offers no way to sign in. Nothing was sent, no password either.
    case notOffered(Service)
    /// Nothing was taken: it never came to that.
    case failed(HTTPError)
    /// All of it was on its way, and no reply came: the server may have taken it.
    case inDoubt(HTTPError)

    /// What the server said no to.
    package enum Refusal: Sendable, Hashable {
        /// This machine, or any connection now.
        case connection
        case encryption, signIn, sender
        /// All of those to whom it should go.
        case everybody
        /// One of them; only for now, so that the others wait.
        case somebody(MailAddress)
        case message
    }

    /// What a server has to offer.
    package enum Service: Sendable, Hashable {
        case encryption, signIn
    }

    /// - Parameters:
    ///   - recipients: in the order of the dialogue.
    ///   - end: how the library saw it; what the server said counts more.
    init(_ dialogue: MailDialogue, _ recipients: [MailAddress], _ end: MailTransferEnd) {
        if dialogue.isSettled, let reply = dialogue.last?.reply {
            self = Self.settled(dialogue, recipients, reply)
        } else if dialogue.isContentOut {
            self = .inDoubt(end.error)
        } else if dialogue.isToWait, let (index, reply) = Self.waiting(dialogue), recipients.indices.contains(index) {
            // Whom nobody may tell now is why the others were not told either.
            self = .refused(.somebody(recipients[index]), reply)
        } else if let last = dialogue.last, last.reply.isRefusal {
            self = .refused(Refusal(last.step), last.reply)
        } else if dialogue.step == .data, dialogue.lacksSignIn {
            self = .notOffered(.signIn)
        } else {
            switch end {
            case .noEncryption: self = .notOffered(.encryption)
            case .noSignIn: self = .notOffered(.signIn)
            case .failed, .complete: self = .failed(end.error)
            }
        }
    }

    private static func settled(
        _ dialogue: MailDialogue, _ recipients: [MailAddress], _ reply: MailReply
    ) -> MailOutcome {
        guard reply.isAcceptance else { return .refused(.message, reply) }
        let refused = dialogue.answers.filter { $0.value.isRefusal }.sorted { $0.key < $1.key }
        guard let first = refused.first else { return .accepted(reply) }
        let addresses = refused.compactMap { recipients.indices.contains($0.key) ? recipients[$0.key] : nil }
        return .acceptedInPart(reply, refused: addresses, by: first.value)
    }

    /// The first recipient who may be taken later.
    private static func waiting(_ dialogue: MailDialogue) -> (Int, MailReply)? {
        dialogue.answers.filter { $0.value.isTemporary }.min { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension MailOutcome.Refusal {
    fileprivate init(_ step: MailDialogue.Step) {
        switch step {
        case .greeting, .hello, .farewell: self = .connection
        case .encryption: self = .encryption
        case .signIn: self = .signIn
        case .sender: self = .sender
        // One that is refused for good stops nobody else: it was the last word, so there was no other.
        case .recipient: self = .everybody
        case .data, .content: self = .message
        }
    }
}

extension MailTransferEnd {
    fileprivate var error: HTTPError {
        switch self {
        case .failed(let error): error
        case .complete, .noEncryption, .noSignIn: .unexpectedMailEnd
        }
    }
}
