import HTTPClient
import MQTT
import Store
import Values

extension MQTTError {
    /// What it means for the delivery.
    ///
    /// - Parameters:
    ///   - addresses: those that it might have gone to.
    ///   - clean: takes secrets out of a broker's own words.
    func verdict(within addresses: AddressPolicy, _ clean: (String) -> String) -> Verdict {
        mayHaveArrived ? doubt : failure(addresses, clean)
    }

    private var doubt: Verdict {
        switch kind {
        case .timedOut:
            .inDoubt(.timedOut, "the broker didn't say within the time limit that it took the message; it may have")
        case .closed: .inDoubt(.interrupted, "interrupted while it was sent; it may have arrived")
        case .refused(let reason) where reason.kind == .takenOver:
            .inDoubt(.connectionLost, "another program has signed in under the same client-id; it may have arrived")
        case .protocolViolation:
            .inDoubt(.unexpectedAnswer, "the broker's answer is not MQTT as it should be; it may have arrived")
        case .refused, .lost, .nameNotFound, .forbiddenAddress, .unreachable, .tls, .misconfigured, .tooLarge, .busy:
            .inDoubt(
                .connectionLost, "the connection broke before the broker said that it took the message; it may have")
        }
    }

    private func failure(_ addresses: AddressPolicy, _ clean: (String) -> String) -> Verdict {
        switch kind {
        case .forbiddenAddress: .endpointDead(.forbiddenAddress, addresses.refusalOfBroker)
        case .nameNotFound: .retry(.unreachable, "the broker's name is not found")
        case .unreachable: .retry(.unreachable, "the broker can't be reached")
        case .timedOut: .retry(.unreachable, "the broker didn't answer within the time limit")
        case .lost: .retry(.unreachable, "the broker hung up before it took the message")
        case .closed: .retry(.interrupted, "interrupted before it was sent")
        case .busy: .retry(.rateLimited, "the broker takes no more before it has answered what it has")
        // A certificate is repaired by people, which takes them a while.
        case .tls(let failure):
            .retry(
                .tls, after: .seconds(300),
                failure.fault(of: "the broker", detail: "")
                    + (failure == .notTLS
                        ? ": mqtts:// and mqtt:// have ports of their own, mostly 8883 and 1883"
                        : failure.remedy.map { ": \($0)" } ?? ""))
        case .protocolViolation: .retry(.unexpectedAnswer, "what answers doesn't speak as a broker does")
        case .misconfigured: .endpointDead(.misconfigured, "the broker can't be used (\(clean(description)))")
        case .tooLarge(let limit): .refused(.rejected, "the broker takes no more than \(limit) bytes at once")
        case .refused(let reason): reason.verdict(clean)
        }
    }
}

extension MQTTReason {
    /// The broker has answered, and said no.
    fileprivate func verdict(_ clean: (String) -> String) -> Verdict {
        let said = said(clean)
        return switch kind {
        case .credentials:
            .endpointDead(
                .unauthorized,
                "the broker refuses it: \(said); check 'user' and 'password', and what the broker lets that user publish"
            )
        case .clientID: .endpointDead(.misconfigured, "the broker refuses the name: \(said); set another 'client-id'")
        case .version: .endpointDead(.misconfigured, "the broker speaks neither MQTT 5 nor 3.1.1: \(said)")
        case .topic: .endpointDead(.misconfigured, "the broker refuses the topic: \(said); set another 'topic'")
        case .busy: .retry(.serverError, "the broker doesn't take it now: \(said)")
        case .takenOver:
            .retry(.connectionLost, "another program signs in under the same client-id: give one of them another")
        case .rejected: .refused(.rejected, "the broker refuses this message: \(said)")
        }
    }

    private func said(_ clean: (String) -> String) -> String {
        let words = words.map { TextLimit.utf16(200).cut(UserText.singleLine(clean($0))) } ?? ""
        return words.isEmpty ? description : "\(description) (\(words))"
    }
}

extension AddressPolicy {
    /// What is said of a broker's address: in the clear only the own house is near enough, and that has to be said first.
    fileprivate var refusalOfBroker: String {
        switch self {
        case .only(let homes) where homes.isEmpty:
            "nothing goes to mqtt:// outside of the own house; if it is there, set private-addresses: true for this target, else "
                + "write mqtts://"
        case .only: "the address is reserved, or too far for mqtt://; choose another, or write mqtts://"
        case .any, .anyButCloudMetadata, .publicInternet: refusal
        }
    }
}
