package import Store
package import Values

/// What is wrong with the targets, what waits for them, and the store.
extension HealthFacts {
    /// Some for each target: what it does, and what of it the store or a reload is behind with.
    func ofTargets(at now: Timestamp) -> [Problem] {
        guard let live else { return [] }
        if live.targets.isEmpty { return [.noTarget(commands)] }
        return live.targets.flatMap { target in
            [
                live.isHeldUp(target) ? nil : state(of: target, at: now), silence(of: target, at: now),
                target.mayBeAway && targetsWithToken?.contains(target.name) == false
                    ? .withoutToken(target.name, commands) : nil,
                unrecorded(target), pending(target),
            ].compactMap { $0 }
        }
    }

    private func state(of target: LiveStatus.Target, at now: Timestamp) -> Problem? {
        let why = target.reason ?? "no reason given"
        switch target.state {
        case .working: return nil
        case .failing:
            return Problem(
                .targetFailing, of: target.name, since: target.since,
                severity: Self.severity(since: target.since, at: now),
                "target \(target.name) fails and is tried again: \(why)",
                nextStep: nil)
        case .suspended:
            return Problem(
                .targetSuspended, of: target.name, since: target.since,
                "target \(target.name) refuses what it is sent: \(why)",
                nextStep: commands.mending(target.name))
        }
    }

    /// Of one that is suspended that is said already, and one that has taken something since then is not silent.
    private func silence(of target: LiveStatus.Target, at now: Timestamp) -> Problem? {
        guard target.state != .suspended, let drill = drills.first(where: { $0.last.target == target.name }),
            drill.isSilent(at: now, by: self)
        else { return nil }
        let took = accounting?.targets.first { $0.name == target.name }?.lastDelivered
        if let took, took > drill.last.since { return nil }
        let why = drill.last.detail.map { ": \($0)" } ?? ""
        return Problem(
            .targetSilent, of: target.name, since: drill.last.since,
            "target \(target.name) is silent: it has not taken the last drill\(why)",
            nextStep: commands.mending(target.name))
    }

    private func unrecorded(_ target: LiveStatus.Target) -> Problem? {
        guard target.unrecorded > 0 else { return nil }
        return Problem(
            .outcomesUnrecorded, of: target.name,
            "target \(target.name): \(target.unrecorded) outcomes can't be written into the store and are kept in memory",
            nextStep: "make room on the disk")
    }

    private func pending(_ target: LiveStatus.Target) -> Problem? {
        guard target.isOutdated else { return nil }
        return Problem(
            .reloadPending, of: target.name, severity: .mendsItself,
            "target \(target.name): an attempt from before the reload is under way; the new settings hold for the next one",
            nextStep: nil)
    }

    /// What a person decides about: given up, or without a target.
    var ofDeliveries: [Problem] {
        guard let accounting else { return [] }
        let configured = live.map { Set($0.targets.map(\.name)) }
        return accounting.targets.flatMap { target in
            [dead(target), configured.flatMap { stranded(target, besides: $0) }].compactMap { $0 }
        }
    }

    private func dead(_ target: DeliveryAccounting.Target) -> Problem? {
        let count = target.count(.dead)
        guard count > 0 else { return nil }
        return Problem(
            .deadDeliveries, of: target.name,
            count == 1
                ? "1 delivery to \(target.name) was given up" : "\(count) deliveries to \(target.name) were given up",
            nextStep: "\(commands.order("retry", .dead, of: target.name)), or "
                + commands.order("discard", .dead, of: target.name))
    }

    private func stranded(_ target: DeliveryAccounting.Target, besides configured: Set<String>) -> Problem? {
        let open = target.count(.queued) + target.count(.attempting) + target.count(.inDoubt)
        guard open > 0, !configured.contains(target.name) else { return nil }
        return Problem(
            .strandedDeliveries, of: target.name, since: target.oldestOpen,
            "\(open == 1 ? "1 delivery waits" : "\(open) deliveries wait") for the target \(target.name), which is not configured",
            nextStep: "configure it again, or give them up: \(commands.order("discard", of: target.name))")
    }

    /// What is wrong with the store itself.
    var ofStore: [Problem] {
        var problems: [Problem] = []
        if let refused = live?.roomFault ?? live?.refusedChange {
            problems += [
                Problem(.storeRefuses, "nothing new can be kept: \(refused.sentence)", nextStep: refused.nextStep)
            ]
        } else if let live, live.room == .low {
            problems += [.littleRoom(live.roomLeft, in: live.stateFolder)]
        }
        let faults = books.filter { !$0.isBalanced }.map(\.fault)
        if !faults.isEmpty {
            problems += [
                Problem(
                    .accountingBroken, "the counts of the store do not add up: \(faults.joined(separator: "; "))",
                    nextStep: "keep a copy of the state folder and report this")
            ]
        }
        if let first = unreadable.first {
            let rows =
                unreadable.count == 1
                ? "1 row of the store cannot be read and is left out of lists, \(first)"
                : "\(unreadable.count) rows of the store cannot be read and are left out of lists, the first of them \(first)"
            problems += [
                Problem(
                    .unreadableRows, rows,
                    nextStep: "keep a copy of the state folder, and look at the system's log for disk errors")
            ]
        }
        if let recovery { problems.append(.recovered(recovery)) }
        problems += (live?.storeWarnings ?? []).map { Problem(.storeUnsafe, $0, nextStep: nil) }
        return problems
    }
}

extension DrillStanding {
    /// Whether its target should have taken it by now. A desktop may be off: that is told once it has been off from one drill to the
    /// next, and of drills that only a person asks for never.
    package func isSilent(at now: Timestamp, by facts: HealthFacts) -> Bool {
        guard facts.live?.targets.first(where: { $0.name == last.target })?.mayBeAway == true else {
            return isSilent(at: now)
        }
        guard let pause = facts.drillPause else { return last.isOver && isSilent(at: now) }
        return isSilent(at: now, besides: pause)
    }
}
