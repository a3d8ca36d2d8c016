import Testing
import Values

@testable import HTTPClient

@Suite("errors for people")
struct PeopleTests {
    private static let kinds: [HTTPError.Kind] =
        [
            .badURL, .badRequest, .nameNotFound, .forbiddenAddress, .refused, .unreachable, .proxy, .protocolViolation,
            .connectionLost, .tooLarge(.head), .tooLarge(.body), .tooManyRedirects, .forbiddenRedirect,
            .cancelled, .clientClosed, .other(code: 1),
        ] + HTTPError.Phase.allCases.map { .timedOut($0) } + TLSFailure.allCases.map { .tls($0) }

    @Test("each kind has its own label, a sentence and a next step")
    func sentences() {
        let errors = Self.kinds.map { HTTPError($0, place: "https://host:443", detail: "host leads to 10.0.0.1") }
        #expect(Set(errors.map(\.reason)).count == errors.count)
        #expect(errors.allSatisfy { $0.sentence.hasSuffix(".") && $0.nextStep.hasSuffix(".") })
        let byTLS = errors.filter { if case .tls = $0.kind { true } else { false } }
        #expect(Set(byTLS.map(\.sentence)).count == byTLS.count)
    }

    @Test("a certificate for another name reads so")
    func wrongHost() {
        let error = HTTPError(.tls(.wrongHost), place: "https://host:443", detail: "code 60")
        #expect(error.sentence == "The certificate of https://host:443 is made out to another name.")
        #expect(error.description == "tls_wrongHost at https://host:443: code 60")
        let plain = HTTPError(.tls(.notTLS), place: "https://host:443", detail: "wrong version number")
        #expect(plain.sentence == "https://host:443 does not speak TLS on this port.")
    }
}
