import Configuration
package import Control
import JSON
import Observability
package import Relay
import SQLite
import Store
import SyncEngine

extension Watch {
    /// What the control socket answers.
    func controlAPI(_ current: CurrentParts) -> ControlAPI {
        ControlAPI(
            store: store, live: { await liveStatus(current.parts) }, metrics: { registry.exposition(.prometheus) },
            note: { occasion in
                switch occasion {
                case .wantsRetry(let target): await relay.tryAgain(target: target)
                }
            },
            accounts: ControlAPI.Accounts {
                await signIn($0, current)
            } signOut: {
                await signOut($0, current)
            },
            examine: { await examine(current.parts) }, test: { await relay.testAnswer($0) })
    }

    /// How everything stands.
    func liveStatus(_ parts: Parts) async -> LiveStatus {
        var accounts: [LiveStatus.Account] = []
        for watcher in await parts.accounts.all { accounts.append(await watcher.status(on: board)) }
        var problems = Attention(accounts: accounts, targets: parts.targets.count, command: signInCommand).sentences
        if let error = store.refusedChange { problems.append("nothing new can be kept: \(error)") }
        return await LiveStatus(
            startedAt: board.startedAt, version: Version.text, stateFolder: folder.path,
            configurationFile: (signInCommand.namedFile ?? parts.configuration.file).map(ProcessEnvironment.complete),
            accounts: accounts, problems: problems + troubles(parts))
    }

    /// What is wrong while it runs, in sentences for a person.
    func troubles(_ parts: Parts) async -> [String] {
        let lanes = await relay.status()
        var troubles = (board.refusedReload.map { [$0] } ?? []) + board.waiting
        troubles += lanes.compactMap(\.problem) + lanes.compactMap(\.delay) + store.database.warnings
        if let accounting = try? await store.accounting() {
            troubles += accounting.givenUp + accounting.stranded(besides: Set(lanes.map(\.target)))
        }
        return troubles + (store.unreadableRows.trouble.map { [$0] } ?? [])
    }

    /// What is wrong, looked at with the program's rights and its sessions.
    private func examine(_ parts: Parts) async -> ControlAnswer {
        var findings = Examination.file(of: parts.configuration) + [Examination.timeZones]
        findings.append(.good("program", "it runs and answers"))
        findings.append(Examination.store(in: folder, refused: store.refusedChange))
        if let accounting = try? await store.accounting(), let counts = try? await store.counts() {
            findings.append(Examination.balance(accounting.isBalanced && counts.areHintsBalanced))
        }
        for watcher in await parts.accounts.all {
            let command = signInCommand.words(for: watcher.name)
            findings += await Examination.account(watcher.account, watcher.session, command: command)
        }
        findings += Examination.missing(
            accounts: await parts.accounts.all.count, targets: parts.targets.count, signInCommand)
        findings += await Examination.desktop(parts.configuration)
        findings += Examination.troubles(await troubles(parts), waiting: board.waiting)
        return .value(.array(findings.map(\.json)))
    }

    /// As `systemctl status` shows it.
    func statusLine(_ parts: Parts) async -> String {
        var accounts: [LiveStatus.Account] = []
        for watcher in await parts.accounts.all { accounts.append(await watcher.status(on: board)) }
        return Attention(accounts: accounts, targets: parts.targets.count, command: signInCommand).statusLine
    }
}

extension [UnreadableRow] {
    /// What was left out of lists.
    fileprivate var trouble: String? {
        guard let first else { return nil }
        let rows =
            count == 1
            ? "1 row of the store could not be read and is left out of lists, \(first.name) (\(first.fault))"
            : "\(count) rows of the store could not be read and are left out of lists, the first of them "
                + "\(first.name) (\(first.fault))"
        return rows + ": keep a copy of the state folder, and look at the system's log for disk errors"
    }
}

extension DeliveryAccounting {
    /// What nobody tries any more: a person decides.
    var givenUp: [String] {
        targets.compactMap { target in
            let dead = target.count(.dead)
            guard dead > 0 else { return nil }
            return "\(dead == 1 ? "1 delivery" : "\(dead) deliveries") to \(target.name) "
                + "\(dead == 1 ? "was" : "were") given up: see pocketbell deliveries list --state dead, "
                + "then deliveries retry or discard"
        }
    }

    /// What waits for targets that are configured no longer: nobody will send it.
    func stranded(besides configured: Set<String>) -> [String] {
        targets.compactMap { target in
            let open = target.count(.queued) + target.count(.attempting) + target.count(.inDoubt)
            guard open > 0, !configured.contains(target.name) else { return nil }
            let what = open == 1 ? "1 delivery waits" : "\(open) deliveries wait"
            return "\(what) for the target \(target.name), which is not configured: configure it again, "
                + "or give them up with pocketbell deliveries discard"
        }
    }
}

extension LaneStatus {
    /// What a person should look at; `nil` if the target works.
    fileprivate var problem: String? {
        if unrecorded > 0 {
            return "target \(target): \(unrecorded) outcomes can't be written into the store and are kept in memory"
        }
        let why = detail ?? reason?.rawValue ?? "no reason given"
        return switch state {
        case .working: nil
        case .failing: "target \(target) fails and is tried again: \(why)"
        case .suspended: "target \(target) refuses what it is sent and is asked again seldom: \(why)"
        }
    }

    /// Why what the last reload changed does not hold for the target yet.
    fileprivate var delay: String? {
        guard isOutdated else { return nil }
        return
            "target \(target): an attempt from before the reload is under way; the new settings hold for the next one"
    }
}

extension Relay {
    /// Sends a sample alert to the target with this name and says what became of it.
    package func testAnswer(_ target: String) async -> ControlAnswer {
        do throws(RelayError) {
            let report = try await test(target: target)
            return .value([
                "target": .string(report.target), "delivered": .bool(report.isDelivered),
                "message": .string(report.sentence), "reason": report.reason.map { .string($0.rawValue) } ?? nil,
                "status": report.status.map { .number(JSONNumberText($0)) } ?? nil,
                "answer": .string(report.answer),
                "milliseconds": .number(JSONNumberText(Int(report.took / .milliseconds(1)))),
            ])
        } catch {
            return .refused(.init(.unknown, error.description))
        }
    }
}
