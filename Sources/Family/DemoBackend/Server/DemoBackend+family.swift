import Values

/// What happens in the family, and what is true of it.
extension DemoBackend {
    /// As they are now, from any thread.
    package nonisolated var children: [SimulatedChild] { core.read { $0.family.children } }

    /// Balances and all rows.
    package nonisolated func truth() -> [DemoTruth] {
        core.read { server in
            server.family.children.map { child in
                DemoTruth(
                    child: child.id, balance: child.balance,
                    transactions: server.family.newest(.max, of: child.id).map(\.id))
            }
        }
    }

    /// Writes a row as the first parent would.
    package nonisolated func record(_ draft: SimulatedDraft) throws(SimulatedRefusal) -> SimulatedTransaction {
        try write(draft).row
    }

    /// Pays a weekly allowance; the real dialect tells nobody.
    package nonisolated func payAllowance(_ child: String) throws(SimulatedRefusal) -> SimulatedTransaction {
        try pay(child).row
    }

    /// Takes every token back, as a change of the server's key does.
    package nonisolated func revokeTokens() { core.revokeTokens() }

    /// Does what a plan says.
    ///
    /// - Returns: what happened, in order.
    package func perform(_ deed: LifeDeed) async throws -> [LifeEvent] {
        switch deed {
        case .restart:
            try await restart()
            return [.restarted]
        case .cut: return [.cut(connections: cutConnections())]
        case .allowance(let child):
            let (row, isTold) = try pay(child)
            return [.written(row, isTold: isTold)]
        case .transaction(let draft), .overdraft(let draft):
            do throws(SimulatedRefusal) {
                let (row, isTold) = try write(draft)
                return [.written(row, isTold: isTold)]
            } catch {
                return [.refused(draft, error)]
            }
        }
    }

    private nonisolated func write(
        _ draft: SimulatedDraft
    ) throws(SimulatedRefusal) -> (row: SimulatedTransaction, isTold: Bool) {
        try core.change { server, now throws(SimulatedRefusal) in
            try server.record(draft, by: server.family.people[0].id, now: now)
        }
    }

    private nonisolated func pay(
        _ child: String
    ) throws(SimulatedRefusal) -> (row: SimulatedTransaction, isTold: Bool) {
        try core.change { server, now throws(SimulatedRefusal) in try server.payAllowance(child, now: now) }
    }
}
