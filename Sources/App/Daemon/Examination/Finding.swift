package import Control
package import JSON

/// One thing that `doctor` looked at, and how it was found.
package struct Finding: Sendable, Equatable {
    /// The words travel in the running program's answer.
    package enum State: String, Sendable {
        case good
        /// It works, but hardly as it is meant.
        case warning
        /// Something does not work before a person does something.
        case bad
    }

    /// What was looked at, such as `account mum`; several findings may have one name.
    package let name: String
    /// The worst of all findings decides how the command ends.
    package let state: State
    /// What was found, in a sentence for a person.
    package let message: String
    /// The next step; `nil` where there is none to take.
    package let hint: String?

    /// - Parameters:
    ///   - name: what was looked at.
    ///   - state: how it is.
    ///   - message: what was found, in a sentence.
    ///   - hint: where something is not good, what a person does about it.
    package init(name: String, state: State, message: String, hint: String? = nil) {
        self.name = name
        self.state = state
        self.message = message
        self.hint = hint
    }

    /// With nothing to do about it.
    package static func good(_ name: String, _ message: String) -> Finding {
        Finding(name: name, state: .good, message: message)
    }

    /// What kept something from being looked at at all is bad.
    package static func bad(_ name: String, because error: any Error) -> Finding {
        let complaint = Complaint(error)
        return Finding(name: name, state: .bad, message: complaint.message, hint: complaint.hint)
    }

    /// An account stands still for the file of its session.
    package static func unreadable(_ session: UnreadableSession, _ commands: ProgramCommands) -> Finding {
        Finding(
            name: "account \(session.name)", state: .bad, message: session.message,
            hint: commands.newLogin(session.name))
    }

    /// As `doctor --json` prints it, and as the running program answers.
    package var json: JSONValue {
        [
            "name": .string(name), "state": .string(state.rawValue), "message": .string(message),
            "hint": hint.map { .string($0) } ?? nil,
        ]
    }

    /// Reads what ``json`` wrote; what is worse than this version knows is bad.
    package init(_ node: JSONNode) throws(JSONError) {
        self.init(
            name: try node.required("name").string(),
            state: State(rawValue: try node.required("state").string()) ?? .bad,
            message: try node.required("message").string(), hint: try node.optional("hint")?.string())
    }
}
