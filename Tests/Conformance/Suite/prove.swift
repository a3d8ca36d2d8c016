import Runtime
import TestSupport
import Testing

/// A condition that does not hold, where `#require` would say less.
struct Disproof: Error, CustomStringConvertible {
    let description: String
}

func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw Disproof(description: what()) }
}

/// That the client under test, or a server, lacks what a case needs.
struct Inapplicable: Error {
    let what: String
}

/// That a server is not on this machine.
struct Absent: Error {
    let what: String
}

/// Runs a case against a server and records what came out. `body` throws where the case is not proven.
///
/// - Parameter fault: what is known to be wrong; the case must fail then, and is listed as not proven.
func prove(
    _ number: Int, _ server: Server, knownFault fault: String? = nil, _ body: (Bench) async throws -> Void
) async throws {
    let start = ContinuousClock.now
    let bench = Bench(server)
    var outcome = Recorder.Outcome.passed
    var failure: (any Error)?
    if let fault {
        // What `#require` records counts too, whoever catches what it throws. A fault that is gone is an issue of its own.
        await withKnownIssue("\(fault)") {
            do { try await body(bench) } catch {
                failure = error
                throw error
            }
        }
    } else {
        do { try await body(bench) } catch { failure = error }
    }
    switch failure {
    case nil: outcome = fault == nil ? .passed : .failed
    case is Absent: outcome = .absent
    case is Inapplicable: outcome = .inapplicable
    default: outcome = fault == nil ? .failed : .known
    }
    await bench.end()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let note = (failure as? Absent)?.what ?? (failure as? Inapplicable)?.what ?? failure.map { "\($0)" }
    Recorder.record(number, server, outcome, seconds: seconds, note: fault ?? note)
    switch outcome {
    case .passed, .known: return
    case .failed: if let failure { throw failure }
    case .absent:
        if RealParts.environment("POCKETBELL_REQUIRE_REAL_PARTS") != nil, let failure { throw failure }
        try Test.cancel("\(note ?? "the server is not here")")
    case .inapplicable: try Test.cancel("\(note ?? "not applicable")")
    }
}
