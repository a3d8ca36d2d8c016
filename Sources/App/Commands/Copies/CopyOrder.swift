import Control
import Daemon
import JSON
import Values

/// `pocketbell backup` and `pocketbell restore`.
package struct CopyOrder: Sendable {
    /// What is done with the file.
    package enum Action: String, Sendable {
        case backup
        case restore
    }

    private let action: Action
    private let file: String
    private let replaces: Bool

    /// - Parameters:
    ///   - file: as a person writes it.
    ///   - replaces: whether a copy that is there already gives way.
    package init(_ action: Action, file: String, replaces: Bool = false) {
        self.action = action
        self.file = ProcessEnvironment.complete(file)
        self.replaces = replaces
    }

    /// Has it done by the running program; without one the store is opened here.
    package func run(_ context: CommandContext) async -> CommandOutcome {
        do {
            let body: JSONValue = ["file": .string(file), "force": .bool(replaces)]
            let request = ControlRequest(.post, [action.rawValue], body: Secret(body.description))
            let what = action == .backup ? "copying to \(file)" : "checking \(file)"
            let (answer, readable, isLive, isFirst) = try await Inquiry.with(context, begins: action == .restore) {
                inquiry in
                // In an empty home the store that gives way was made just now; a damaged one need not answer.
                let known = action == .restore ? try? await inquiry.ask(ControlRequest(.get, ["children"])) : nil
                let isFirst = known.map { $0 == [] } ?? false
                let answer = try await Patience.during(what) { try await inquiry.ask(request) }
                return (answer, inquiry.readable, inquiry.isLive, isFirst)
            }
            // Without a program the next opening takes it up: here and now, so that it is done when this ends.
            if action == .restore, !isLive { try await Inquiry.with(context, begins: true) { _ in } }
            try Report.show(answer, context) { node throws(JSONError) in
                try text(node, readable, isFirst: isFirst)
            }
            return .success
        } catch {
            return Output.outcome(of: error)
        }
    }

    /// - Parameter isFirst: nothing was known before the copy was taken up.
    private func text(_ copy: JSONNode, _ readable: Readable, isFirst: Bool) throws(JSONError) -> String {
        let counts = try ["children", "transactions", "deliveries", "entries"].map { name throws(JSONError) in
            "\(try copy.required(name).int()) \(name)"
        }
        let newest =
            try copy.optional("newest") == nil ? "" : ", the newest from \(try readable.exactMoment(copy, "newest"))"
        let (photos, lost) = (try copy.required("photos").int(), try copy.required("lostPhotos").int())
        let what = "\(counts.joined(separator: ", "))\(photos == 0 ? "" : ", \(photos) photos")\(newest)"
        if lost > 0 {
            Output.warning("\(lost) photos that are not sent yet are lost: their entries need you (pocketbell pending)")
        }
        switch action {
        case .backup: return "Copied and checked: \(file.harmless): \(what).\n"
        case .restore:
            let former = isFirst ? "" : "The former store is kept in the state folder, below set-aside. "
            return "Restored: \(what).\n\(former)\(try Self.since(copy))\n"
        }
    }

    /// What becomes of what happened since the copy was made.
    private static func since(_ copy: JSONNode) throws(JSONError) -> String {
        let open = try copy.required("openEntries").int()
        let lines = try copy.optional("damagedLines")?.int() ?? 0
        if try copy.optional("followed")?.bool() ?? false {
            return "What was told since the copy was made is not told again: pocketbell status"
        }
        let why =
            lines == 0
            ? "No ledger here says what was told and sent since the copy was made: what was told since may be told again."
            : "\(lines) lines of the ledger here cannot be read, so nobody can say all that was told and sent since the copy "
                + "was made: what was told since may be told again."
        guard open > 0 else { return why }
        let what = open == 1 ? "1 entry" : "\(open) entries"
        return
            "\(why)\n\(what) of the copy had not come to an end. The server is asked for each before it is sent, so that "
            + "none is sent twice; but what was given up since the copy was made waits again: give it up here too "
            + "(pocketbell pending)"
    }
}
