import Control
import Daemon
import JSON

/// Why nothing of the family is known yet, and who changes that: whoever signs in, or a program that runs.
struct Unread {
    private let reason: String

    /// - Parameter status: as `status` answers.
    init(_ status: JSONNode) throws(JSONError) {
        let problems = try status.required("problems").elements()
        let known = try problems.map { problem throws(JSONError) in try Problem(problem) }.compactMap { $0 }
        let isRunning = try status.required("running").bool()
        if let nobody = known.first(where: { [.noAccount, .signInNeeded].contains($0.kind) }) {
            reason = ": \(nobody.text.harmless)"
        } else {
            reason = isRunning ? "; what the program does: `pocketbell status`" : "; `pocketbell run` learns of them."
        }
    }

    /// - Parameter head: `nil` for a list that may well be empty, and then so is this.
    static func sentence(_ head: String?, _ inquiry: Inquiry) async throws -> String? {
        guard let head else { return nil }
        return try Unread(JSONNode(try await inquiry.ask(ControlRequest(.get, ["status"])))).sentence(head)
    }

    /// - Parameter head: what is not known.
    func sentence(_ head: String) -> String { head + reason }
}
