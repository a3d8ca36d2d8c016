import Glibc
import Runtime
import Store
import Values

/// A program of this machine that reads the alert as JSON, once for each.
struct CommandTarget: AlertTarget {
    let name: String
    /// It may look at the alert's identity, but few programs do.
    let deduplicates = false
    let repeatsBytes = false

    private let words: [String]
    private let limit: Duration
    private let redaction: Redaction

    /// Where programs look for others, whatever PocketBell was started with.
    private static let searchPath = "/usr/local/bin:/usr/bin:/bin"
    /// EX_TEMPFAIL of sysexits.h.
    private static let notNow: Int32 = 75
    /// Nobody reads more of a reason.
    private static let reasonLimit = TextLimit.utf16(200)

    init(name: String, program: String, arguments: [String], limit: Duration) {
        (self.name, self.limit) = (name, limit)
        words = [program] + arguments
        redaction = Redaction(arguments.flatMap(Self.secrets))
    }

    /// What could be a key in an argument, also in a part of it, such as behind the `=` of an option: none is known to be one. The name
    /// of a long option is none.
    private static func secrets(in argument: String) -> [Secret] {
        let value = argument.hasPrefix("--") ? argument.drop { $0 != "=" }.dropFirst() : argument[...]
        let pieces = value.split { "=:@, ".contains($0) } + (value.first == "-" ? [value.dropFirst(2)] : [])
        return ([value] + pieces).filter { $0.utf8.count > 6 && $0.first != "/" }.map { Secret(String($0)) }
    }

    func body(for alert: RenderedAlert, stored: [UInt8]?) -> [UInt8]? { WebhookTarget.json(of: alert) }

    func deliver(_ alert: RenderedAlert, body: [UInt8]?) async -> Attempt {
        let call = ProgramCall(
            words, environment: Self.environment(of: alert.id), input: body ?? WebhookTarget.json(of: alert),
            limit: limit)
        do throws(SystemError) {
            return Attempt(verdict(on: try await call.run()))
        } catch {
            return Attempt(verdict(on: error))
        }
    }

    func withoutSecrets(_ text: String) -> String { redaction.applied(to: text) }

    /// All variables that the program has.
    static func environment(of alert: String) -> [String] {
        let home = unsafe getenv("HOME").map { unsafe String(cString: $0) }
        return ["PATH=\(searchPath)", "LANG=C.UTF-8", "POCKETBELL_ALERT=\(alert)"] + (home.map { ["HOME=\($0)"] } ?? [])
    }

    func verdict(on outcome: ProgramCall.Outcome) -> Verdict {
        let reason = reason(outcome.complaint)
        switch outcome.end {
        case .exited(0): return .delivered("the program took it")
        case .exited(Self.notNow): return .retry(.serverError, "the program ended with 75, not now\(reason)")
        case .exited(let status): return .refused(.rejected, "the program ended with \(status)\(reason)")
        case .killed(let signal):
            return .inDoubt(.connectionLost, "signal \(signal) ended the program; it may have done its work\(reason)")
        case .outOfTime:
            return .inDoubt(.timedOut, "the program took too long and was ended; it may have done its work\(reason)")
        case .stopped: return .inDoubt(.interrupted, "interrupted while the program ran; it may have done its work")
        }
    }

    /// Nothing of it has run.
    func verdict(on error: SystemError) -> Verdict {
        switch error.code {
        case EAGAIN, ENOMEM, EMFILE, ENFILE, ETXTBSY: .retry(.unreachable, "the program can't be started now: \(error)")
        case ENOEXEC:
            .endpointDead(.misconfigured, "\(words[0]) is no program: a script's first line is such as #!/bin/sh")
        default: .endpointDead(.misconfigured, "\(words[0]) can't be run: \(error)")
        }
    }

    /// The last line of what the program complains of, for people; nothing if there is none.
    private func reason(_ complaint: [UInt8]) -> String {
        let lines = redaction.applied(to: String(decoding: complaint, as: UTF8.self)).split(whereSeparator: \.isNewline)
        let last = lines.lazy.map { UserText.singleLine(String($0)) }.last { !$0.isEmpty } ?? ""
        return last.isEmpty ? "" : "; it says: \(Self.reasonLimit.cut(last))"
    }
}
