import Store
import TextFormats
import Values

/// What is wrong with the program and its accounts.
extension HealthFacts {
    /// Whether each account has been scanned since the program's start, and there is one. What an earlier run has stored proves
    /// nothing about this one.
    package var isScanned: Bool {
        guard let live, !live.accounts.isEmpty else { return false }
        return live.accounts.allSatisfy { account in account.lastScan.map { $0 > live.startedAt } ?? false }
    }

    /// What holds for the program as a whole.
    var ofProgram: [Problem] {
        guard let live else {
            // First, since a program that is started would ask for nothing else.
            let signIns = signedOut.map { account in
                Problem(
                    .signInNeeded, of: account.name, "\(account.name) must sign in" + Self.because(account.fault),
                    nextStep: account.login(commands))
            }
            return signIns + [
                Problem(
                    .notRunning, "PocketBell does not run, so nothing is watched",
                    nextStep: commands.start)
            ]
        }
        var problems: [Problem] = []
        if live.accounts.isEmpty { problems += [.noAccount(commands)] }
        if let refused = live.refusedReload {
            problems += [
                Problem(
                    .reloadRefused, since: refused.since,
                    "the last reload was refused, since \(refused.reason); the old configuration stays",
                    nextStep: "\(commands.check), then reload again")
            ]
        }
        problems += partsWaiting(live)
        if let refused = live.refusedMetrics {
            problems += [
                Problem(
                    .metricsNotServed, since: refused.since, "metrics are not served: \(refused.reason)",
                    nextStep: "end what listens there, or choose another address for 'listen' in \(commands.file) "
                        + "and reload")
            ]
        }
        return problems
    }

    /// Once for each reason, and not where the store's own problem has it: parts that start together meet the same.
    private func partsWaiting(_ live: LiveStatus) -> [Problem] {
        var told = live.refusedChange.map { [$0.description] } ?? []
        return live.waitingParts.compactMap { part in
            guard !told.contains(part.reason) else { return nil }
            told.append(part.reason)
            return Problem(.partWaiting, of: part.name, since: part.since, part.reason, nextStep: nil)
        }
    }

    /// At most one for each account: what lies deepest.
    func ofAccounts(at now: Timestamp) -> [Problem] {
        guard let live else { return [] }
        return live.accounts.compactMap { account in
            if account.state == .signInNeeded { return signIn(account) }
            return scan(account, at: now) ?? overdue(account, live.startedAt, at: now) ?? hub(account, at: now)
        }
    }

    private func signIn(_ account: LiveStatus.Account) -> Problem {
        Problem(
            .signInNeeded, of: account.name, since: account.failingSince,
            "\(account.name) must sign in" + Self.because(account.reason),
            nextStep: account.signInStep ?? commands.login(account.name))
    }

    private func scan(_ account: LiveStatus.Account, at now: Timestamp) -> Problem? {
        guard let since = account.failingSince else { return nil }
        return Problem(
            .cannotScan, of: account.name, since: since,
            severity: account.isRefused ? .needsPerson : Self.severity(since: since, at: now),
            "\(account.name) cannot be scanned" + Self.because(account.reason), nextStep: account.nextStep)
    }

    private func overdue(_ account: LiveStatus.Account, _ startedAt: Timestamp, at now: Timestamp) -> Problem? {
        let limit = account.scanInterval * 3 + .seconds(60)
        // While the program did not run nobody scanned, and nobody was to.
        let last = account.lastScan.map { max($0, startedAt) } ?? startedAt
        guard now.duration(since: last) > limit else { return nil }
        let since = last.advanced(by: limit)
        return Problem(
            .scanOverdue, of: account.name, since: since, severity: Self.severity(since: since, at: now),
            "the last scan of \(account.name) is \(ReadableTime.span(now.duration(since: last))) old, although one is due "
                + "every \(ReadableTime.span(account.scanInterval))",
            nextStep: "restart the program if this stays, and report it")
    }

    private func hub(_ account: LiveStatus.Account, at now: Timestamp) -> Problem? {
        switch account.state {
        case .live, .signInNeeded: return nil
        case .polling:
            // A server without a hub is as good as any, where nobody has said that it has one.
            guard let nextStep = account.nextStep else { return nil }
            return Problem(
                .hubMissing, of: account.name, since: account.hubLostSince,
                "\(account.name) hears of news by scans only" + Self.because(account.reason), nextStep: nextStep)
        case .connecting, .waiting, .stopped: break
        }
        guard let since = account.hubLostSince, now.duration(since: since) >= Self.grace else { return nil }
        let away =
            account.isServerAway
            ? "the server of \(account.name) is away, so no news comes"
            : "the hub of \(account.name) is away, so news comes with scans only"
        return Problem(
            .hubLost, of: account.name, since: since, severity: Self.severity(since: since, at: now),
            away + Self.because(account.reason),
            nextStep: nil)
    }

    private static func because(_ reason: String?) -> String {
        guard let reason, !reason.isEmpty else { return "" }
        return " (\(reason.hasSuffix(".") ? String(reason.dropLast()) : reason))"
    }
}
