import Testing
import Values

@Suite("TLS failures")
struct TLSFailureTests {
    @Test(
        "names the reason behind OpenSSL's verification results",
        arguments: [
            (62, TLSFailure.wrongHost), (64, .wrongHost), (10, .expired), (9, .notYetValid), (18, .selfSigned),
            (2, .untrusted), (19, .untrusted), (20, .untrusted), (21, .untrusted), (23, .revoked),
            (26, .badCertificate),
        ])
    func verification(_ code: Int, _ expected: TLSFailure) {
        #expect(TLSFailure(verification: code) == expected)
    }

    @Test("says each in a clause of its own, about the peer or with the library's words")
    func faults() {
        let faults = TLSFailure.allCases.map { $0.fault(of: "example.test", detail: "DETAIL") }
        #expect(Set(faults).count == faults.count)
        for fault in faults { #expect(fault.contains("example.test") || fault.hasSuffix("DETAIL")) }
    }

    @Test("a remedy is a sentence too")
    func remedies() {
        #expect(TLSFailure.notYetValid.remedy == "check the clock here")
        #expect(TLSFailure.notYetValid.nextStep == "Check the clock here.")
        #expect(TLSFailure.closed.nextStep == nil)
    }
}
