import JSON
import Runtime
import Store
import TextFormats
import Values

/// Has people left in peace, and lists until when.
struct SilenceDesk: Sendable {
    let api: ControlAPI

    /// `silences` is the list; a POST with `{"of": NAME, "target": BOOL, "seconds": N}` begins one, and `silences/NUMBER/end` ends it.
    func answer(_ request: ControlRequest) async throws -> JSONValue {
        let now = WallClock.system.now
        switch (request.method, request.path.count) {
        case (.get, 1):
            let (children, rows) = try await api.store.read("silences") { snapshot in
                (try snapshot.children(), try snapshot.silences(at: now))
            }
            return .array(rows.map { JSONValue($0, children) })
        case (.post, 1): return try await begin(request, at: now)
        case (.post, 3) where request.path[2] == "end": return try await end(request.path[1])
        default: throw ControlAnswer.Refusal(.unknown, "there is no \(request.method.rawValue) of silences like that")
        }
    }

    private func begin(_ request: ControlRequest, at now: Timestamp) async throws -> JSONValue {
        guard let body = request.body, let order = try? JSONValue(parsing: body.withText { Array($0.utf8) }),
            case .string(let name)? = order["of"], case .number(let number)? = order["seconds"],
            let seconds = Int64(number.text), 1...Self.longest ~= seconds
        else { throw ControlAnswer.Refusal(.malformed, "it is not said what of, or for how long") }
        let children = try await api.store.children()
        let subject: SilenceRow.Subject =
            order["target"] == true ? .target(try await target(name)) : try await subject(name, children)
        let row = try await api.store.write("silence.begin") { transaction in
            try transaction.silence(subject, until: now.advanced(by: .seconds(seconds)), at: now)
        }
        guard let row else { throw ControlAnswer.Refusal(.unavailable, "the silence cannot be kept") }
        return JSONValue(row, children)
    }

    /// A year.
    private static let longest: Int64 = 366 * 86_400

    /// Targets and children are called by different people, and may be called alike: then a person has to say more.
    private func subject(_ name: String, _ children: [ChildRow]) async throws -> SilenceRow.Subject {
        let targets = await api.installed().targets.map(\.name)
        let named = children.filter { !$0.isGone && $0.isNamed(name) }
        switch (targets.contains(name), named.count) {
        case (true, 0): return .target(name)
        case (false, 1): return .child(named[0].server, named[0].id)
        case (true, _):
            throw ControlAnswer.Refusal(
                .malformed, "'\(name)' is a target and a child",
                hint: "name the child by its full name or its id, or add --target")
        case (false, 0):
            try await refuse(personNamed: name)
            throw unknown("child and no target", name, targets + children.filter { !$0.isGone }.map(\.firstName))
        case (false, _):
            throw ControlAnswer.Refusal(
                .malformed, "several children are called '\(name)'", hint: "name one by its full name or its id")
        }
    }

    /// A person may have a child's name as well: then the child was meant.
    private func refuse(personNamed name: String) async throws {
        guard let person = await api.installed().people.first(where: { $0.name == name }) else { return }
        let orders = person.targets.map { api.commands.line("silence \(ProgramCommands.word($0)) TIME") }
        throw ControlAnswer.Refusal(
            .malformed, "'\(name)' is a person, and silences are of a target or a child",
            hint: "\(name) reads \(person.targets.joined(separator: ", ")): " + orders.joined(separator: "; "))
    }

    private func target(_ name: String) async throws -> String {
        let known = await api.installed().targets.map(\.name)
        guard known.contains(name) else { throw unknown("target", name, known) }
        return name
    }

    private func unknown(_ what: String, _ name: String, _ known: [String]) -> ControlAnswer.Refusal {
        ControlAnswer.Refusal(
            .unknown, "there is no \(what) '\(name)'", hint: nearestHint(to: name, in: known.sorted()))
    }

    private func end(_ text: String) async throws -> JSONValue {
        guard let number = Int64(text),
            try await api.store.write("silence.end", { try $0.endSilence(number) })
        else {
            throw ControlAnswer.Refusal(
                .unknown, "there is no silence '\(text)'", hint: "see: \(api.commands.line("silences"))")
        }
        return ["number": .count(Int(number))]
    }
}
