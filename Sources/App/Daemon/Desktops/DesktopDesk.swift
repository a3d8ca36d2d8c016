import HTTPServer
import JSON
import Observability
import Relay
import Runtime
import Sockets
import Store
import Values

/// Answers the agents of people's desktops. All that one may do is its token's: see and acknowledge what goes to one target, and
/// approve chores there if it was made for that.
struct DesktopDesk: Sendable {
    /// One part of `/v1/desktop/` for each thing that an agent does.
    private enum Deed: String { case shown, failed, seen, approve }

    private let door: TokenDoor
    private let relay: Relay
    private let approvals: ApprovalDesk
    private let wrong = Shared()

    private final class Shared: Sendable {
        /// Tokens that were used for what they do not allow: the first time is worth a line in the log.
        let overreaching = Lock(Set<Int64>())
    }

    /// From one sign of life to the next.
    static let pulse = Duration.seconds(15)
    /// As often it is written down that a desktop is still there.
    private static let noteEvery = 240

    init(_ store: Store, _ relay: Relay, _ approvals: ApprovalDesk, logger: Logger) {
        (door, self.relay, self.approvals) = (TokenDoor(.desktop, store, logger: logger), relay, approvals)
    }

    private var exchange: DesktopExchange { relay.desktops }

    /// What need not stay on the screens of a target: what was seen elsewhere, and what nobody has to approve any more.
    private func done(at target: String) async throws -> [String] {
        (try await relay.seen(awayFrom: target) + approvals.settled(at: target)).map(\.rawValue)
    }

    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        do {
            guard let row = try await door.row(request).flatMap(Guest.init) else { return door.refuse(request.peer) }
            switch (request.method, request.path) {
            case ("GET", "/v1/desktop"): return stream(to: row)
            case ("GET", "/v1/desktop/token"):
                await door.note(row.number)
                return .json(Array(JSONValue.object(row.terms).description.utf8))
            case ("POST", let path) where path.hasPrefix("/v1/desktop/"):
                guard let deed = Deed(rawValue: String(path.dropFirst(12))) else { return .plain(.notFound) }
                return try await take(deed, JSONNode(try JSONValue(parsing: request.body)), row)
            default: return .plain(.notFound)
            }
        } catch is JSONError {
            return .plain(.badRequest)
        } catch {
            // The store has failed, which it says itself; an agent asks again.
            return .plain(.serviceUnavailable)
        }
    }

    // MARK: What an agent is told

    private func stream(to row: Guest) -> HTTPResponse {
        guard let session = exchange.connect(for: row.target, token: row.number, mayApprove: row.approves)
        else {
            return .plain(HTTPStatus(rawValue: 429))
        }
        let welcome = JSONObject(
            [.init("type", "welcome"), .init("session", .string("\(session.number)"))] + row.terms.members)
        return HTTPResponse(
            headers: ["Content-Type": "application/x-ndjson", "Cache-Control": "no-store"],
            body: .stream { writer in
                defer { exchange.leave(session.number) }
                try await writer.write(JSONValue.object(welcome).description + "\n")
                // What was taken back while this one came in has had nobody to expel.
                guard try await door.isStillValid(row.number) else { return }
                // What became of it while this desktop was away, or while this program was not there.
                let done = try await done(at: row.target)
                if !done.isEmpty { try await writer.write(DesktopExchange.Message.seen(done).json.description + "\n") }
                try await firstToEnd(
                    {
                        for await message in session.messages {
                            try await writer.write(message.json.description + "\n")
                        }
                    }, { try await keepAlive(row, writer) })
                await door.note(row.number)
            })
    }

    /// Empty lines show both sides that the other is there.
    private func keepAlive(_ row: Guest, _ writer: HTTPBodyWriter) async throws {
        for beat in 0... {
            if beat % Self.noteEvery == 0 { await door.note(row.number) }
            try await Task.sleep(for: Self.pulse)
            try await writer.write("\n")
        }
    }

    // MARK: What an agent says

    private func take(_ deed: Deed, _ body: JSONNode, _ row: Guest) async throws -> HTTPResponse {
        switch deed {
        case .shown, .failed:
            let (delivery, session) = (
                try body.required("delivery").string(), UInt64(try body.required("session").string())
            )
            let isKnown =
                session.map {
                    exchange.answer(
                        deed == .shown ? .shown : .notShown, to: delivery, session: $0, token: row.number)
                } ?? false
            return .plain(isKnown ? .noContent : .conflict)
        case .seen:
            let names = try body.required("alerts").elements()
            guard names.count <= 100 else { return .plain(.badRequest) }
            var alerts: [AlertRow.Key] = []
            for name in names { alerts.append(AlertRow.Key(rawValue: try name.string())) }
            try await Sightings(door.store).mark(
                alerts, by: row.target, mustBeTold: true, at: WallClock.system.now, counts: await relay.counting)
            return .plain(.noContent)
        case .approve: return try await approve(AlertRow.Key(rawValue: try body.required("alert").string()), row)
        }
    }

    /// The row is of just now: what was taken back since the popup came up approves nothing.
    private func approve(_ alert: AlertRow.Key, _ row: Guest) async throws -> HTTPResponse {
        guard row.approves else {
            if wrong.overreaching.withLock({ $0.insert(row.number).inserted }) {
                door.logger.warning(
                    "a desktop's token that approves nothing was used to approve a chore",
                    [.reason: .text("token \(row.number) of \(row.target)")])
            }
            return .plain(.forbidden)
        }
        return .plain(
            try await approvals.take(ApprovalClick(alert: alert, target: row.target)) ? .noContent : .forbidden)
    }
}

/// Who comes with a desktop's token.
private struct Guest: Sendable {
    let number: Int64
    let target: String
    let approves: Bool

    /// `nil` for a token that is for something else.
    init?(_ row: AccessTokenRow) {
        guard case .desktop(let target, let approves) = row.scope else { return nil }
        (number, self.target, self.approves) = (row.number, target, approves)
    }

    /// What an agent gets to know of its token.
    fileprivate var terms: JSONObject {
        JSONObject([.init("desktop", .string(target)), .init("may", .array(approves ? ["approve"] : []))])
    }
}

extension DesktopExchange.Message {
    /// One line of the stream.
    var json: JSONValue {
        switch self {
        case .popup(let popup): popup.json
        case .seen(let alerts): ["type": "seen", "alerts": .array(alerts.map { .string($0) })]
        }
    }
}
