import HTTPClient
import Store
import Values

extension HTTPError {
    /// What a request without an answer means.
    ///
    /// The question that decides is whether a byte of it may have reached the other side.
    ///
    /// - Parameter addresses: those that it might have gone to.
    func verdict(within addresses: AddressPolicy) -> Verdict { mayHaveArrived ? doubt : failure(addresses) }

    private var doubt: Verdict {
        switch kind {
        case .timedOut: .inDoubt(.timedOut, "no answer within the time limit; it may have arrived")
        case .cancelled, .clientClosed: .inDoubt(.interrupted, "interrupted while it was sent; it may have arrived")
        case .protocolViolation, .tooLarge, .tooManyRedirects, .forbiddenRedirect:
            .inDoubt(.unexpectedAnswer, "the answer is not HTTP as it should be; it may have arrived")
        case .badURL, .badRequest, .nameNotFound, .forbiddenAddress, .refused, .unreachable, .tls, .proxy,
            .connectionLost, .other:
            .inDoubt(.connectionLost, "the connection broke; it may have arrived")
        }
    }

    private func failure(_ addresses: AddressPolicy) -> Verdict {
        switch kind {
        case .badURL, .badRequest:
            .endpointDead(.misconfigured, "the request can't be made (\(detail)): correct the URL")
        case .forbiddenAddress:
            .endpointDead(.forbiddenAddress, addresses.refusal)
        case .nameNotFound: .retry(.unreachable, "the host's name is not found")
        case .refused: .retry(.unreachable, "the host refuses the connection")
        case .proxy: .retry(.unreachable, "the proxy doesn't connect")
        case .timedOut: .retry(.unreachable, "no connection within the time limit")
        // A certificate is repaired by people, which takes them a while.
        case .tls(let failure):
            .retry(
                .tls, after: .seconds(300),
                failure.fault(of: "the host", detail: detail) + (failure.remedy.map { ": \($0)" } ?? ""))
        case .cancelled, .clientClosed: .retry(.interrupted, "interrupted before it was sent")
        case .unreachable, .connectionLost, .protocolViolation, .tooLarge, .tooManyRedirects, .forbiddenRedirect,
            .other:
            .retry(.unreachable, "the host can't be reached")
        }
    }
}
