import AllowanceAPI
import Store
import SyncEngine
import Values

@testable import SyncEngine

/// The server's side of the wire.
extension World {
    // MARK: Questions

    func answer(_ question: Question, _ askedAt: Timestamp, _ engine: Int) {
        let fault = readFaults.isEmpty ? nil : readFaults.removeFirst()
        let armed = fault.flatMap(\.self).map { Self.failure($0.kind, $0.seconds) }
        if let failure = armed {
            trace.note(now, "answers \(failure.kind.rawValue)")
            tally.note("read \(failure.kind.rawValue)")
        }
        // Nobody's token is good for anything.
        let failure = person > 0 ? armed : Self.failure(2, 0)
        let then = now - lag
        let date = Timestamp(seconds: server.time(at: now).seconds)
        let (id, user) = (question.id, user)
        let event: (Timestamp) -> SyncEvent
        switch question.kind {
        case .children:
            let children = server.listChildren(at: then)
            program?.engines[engine].balancesAt = then
            program?.engines[engine].balancesRead += 1
            event = { end in
                let reply = Reply(value: children, startedAt: askedAt, endedAt: end, serverDate: date)
                return .answered(id, .children(failure.map { .failure($0) } ?? .success(reply)), user: user)
            }
        case .transactions(let child, let limit):
            if failure?.kind == .notFound || failure?.kind == .refused {
                program?.engines[engine].refused.insert(child)
            }
            let page = server.page(of: child, limit: limit, at: then, &dice)
            // Some servers say how many there are.
            let total = scenario.dialect == 1 ? server.total(of: child, at: then) : nil
            event = { end in
                var reply = Reply(value: page, startedAt: askedAt, endedAt: end, serverDate: date)
                reply.total = total
                let answer = failure.map { Result.failure($0) } ?? .success(reply)
                return .answered(id, .transactions(of: child, answer), user: user)
            }
        }
        agenda.add(.reply(engine: engine, life: life, event), at: now + latency(120_000))
    }

    static func failure(_ kind: Int, _ seconds: Int) -> FactError {
        switch kind {
        case 0: FactError(.unavailable, "nothing answers")
        case 1: FactError(.tooManyRequests, "later", retryAfter: .seconds(seconds))
        case 2: FactError(.signInRequired, "who are you", nextStep: "Sign in.")
        case 3: FactError(.notFound, "no such child")
        case 4: FactError(.refused, "not for you")
        case 5: FactError(.undecodable, "<html>")
        default: FactError(.unavailable, "500")
        }
    }

    // MARK: The hub

    /// - Parameter fate: 0 told, 1 lost, 2 told twice, 3 in the wrong order, 4 half of them.
    func announce(_ row: ServerModel.Row, fate: Int) {
        guard isLinkUp, fate != 1, now >= deafUntil else { return }
        let child = ChildRow.ID(rawValue: row.listed.child.rawValue)
        let made = Hint.Subject.transaction(row.listed.rowID, child: scenario.dialect == 0 ? child : nil)
        let balance = Hint.Subject.balance(child: child, row.listed.balanceAfter)
        let at = max(now, row.visibleAt)
        let (first, second) = (at + latency(60_000), at + 60_000 + latency(200_000))
        agenda.add(.hubMessage(made, "TransactionCreated"), at: fate == 3 ? second : first)
        if fate == 2 { agenda.add(.hubMessage(made, "TransactionCreated"), at: second) }
        if fate != 4 { agenda.add(.hubMessage(balance, "BalanceUpdated"), at: fate == 3 ? first : second) }
    }

    func hear(_ subject: Hint.Subject, _ target: String) async throws {
        guard isLinkUp, let program else { return }
        tally.hints += 1
        let hint = Hint(subject, target: target, frame: Array("{\"\(subject)\"}".utf8), receivedAt: wall)
        for index in program.engines.indices {
            agenda.add(.event(.hintsArrived([hint], dropped: 0), engine: index, life: life), at: now)
        }
    }
}
