import Configuration
package import Control
import Dashboard
import JSON
import Observability
package import Relay
import Runtime
import SQLite
import Store
import SyncEngine
import Values

extension Watch {
    /// What the control socket answers, and the page.
    ///
    /// - Parameter page: where a browser can be signed in.
    func controlAPI(_ current: CurrentParts, _ page: PageServer? = nil) -> ControlAPI {
        ControlAPI(
            store: store, live: { await liveStatus(current.parts) }, installed: { await installed(current.parts) },
            metrics: { await figures(current.parts) },
            note: { occasion in
                switch occasion {
                case .wantsRetry(let target): await relay.tryAgain(target: target)
                case .wantsReopening: copyWaits.ring()
                case .tookTokenBack(let number): relay.desktops.expel(token: number)
                case .signedOutBrowsers: page?.signOutAll()
                case .looks, .changedIntents, .wantsSending, .wantsReading: await current.heard(occasion)
                }
            },
            accounts: ControlAccounts {
                await signIn($0, current)
            } signOut: {
                await signOut($0, current)
            }, entries: current.entries(self), photos: current.photos, commands: commands,
            words: { current.parts.configuration.words(of: $0, sentAt: $1) },
            judge: current.judge, examine: { await Examination.answer(of: self, current.parts) },
            drill: { await DrillDesk(self, current).answer() },
            page: page?.opening(commands),
            test: { await relay.testAnswer($0).naming(unread: $0, of: current.parts.configuration, commands) })
    }

    private func installed(_ parts: Parts) async -> Installed {
        Installed(await parts.accounts.all.map { .init($0.account, canSignIn: true) }, parts.configuration)
    }

    /// How everything stands.
    func liveStatus(_ parts: Parts) async -> LiveStatus {
        var status = LiveStatus(
            startedAt: board.startedAt, version: Version.text, stateFolder: folder.path,
            configurationFile: (commands.namedFile ?? parts.configuration.file).map(ProcessEnvironment.complete))
        status.accounts = await parts.standings(self)
        // By the configuration: before the relay has begun it knows of none.
        let lanes = await relay.status()
        let desktops = parts.configuration.desktopTargets
        status.targets = lanes.map { lane in
            var target = LiveStatus.Target(lane, relay.desktops.presences)
            target.mayBeAway = desktops.contains(lane.target)
            return target
        }
        (status.refusedReload, status.waitingParts) = (board.refusedReload, board.waiting)
        (status.refusedMetrics, status.refusedChange) = (board.refusedMetrics, store.refusedChange)
        (status.room, status.roomFault) = (store.room.level, store.room.fault)
        status.roomLeft = store.room.reading.map { StoreRoom.size($0.spare) }
        status.storeWarnings = store.database.warnings
        status.sayWhatStands()
        return status
    }

    /// All that says what is wrong at the moment; ``HealthFacts/problems(at:)`` judges it.
    func healthFacts(_ parts: Parts) async -> HealthFacts {
        let live = await liveStatus(parts)
        // Asked every few seconds: rows are only looked at again where some could not be read.
        let unreadable = store.unreadableRows.isEmpty ? [] : (try? await StoreCare(store).unreadableNow()) ?? []
        var facts = HealthFacts(
            live: live, accounting: try? await store.accounting(), counts: try? await store.counts(),
            unreadable: unreadable, commands: commands)
        facts.recovery = try? await StoreCare(store).recoveryToTell(
            now: WallClock.system.now, watched: await parts.accounts.all.map(\.name))
        (facts.drillPause, facts.file) = (parts.configuration.drill?.longestPause, FileFacts(parts.configuration))
        try? await facts.take(store)
        return facts
    }

    /// As `systemctl status` shows it.
    func statusLine(_ parts: Parts) async -> String {
        await healthFacts(parts).statusLine(at: WallClock.system.now)
    }
}

extension Examination {
    /// What is wrong, looked at with the program's rights and its sessions.
    fileprivate static func answer(of watch: Watch, _ parts: Parts) async -> ControlAnswer {
        let (folder, store, commands) = (watch.folder, watch.store, watch.commands)
        var findings = file(of: parts.configuration, commands)
        findings += [timeZones, .good("program", "it runs and answers")]
        findings += [Examination.store(in: folder, refused: store.room.fault ?? store.refusedChange)]
        if let accounting = try? await store.accounting(), let counts = try? await store.counts() {
            findings += balance(accounting.isBalanced && counts.isBalanced)
        }
        for watcher in await parts.accounts.all {
            findings += await account(
                watcher.account, watcher.session, command: commands.login(watcher.name))
        }
        findings += await parts.unreadable(in: folder).map { .unreadable($0, commands) }
        findings += await desktop(parts.configuration) + desktops(in: store, commands)
        findings += await peace(in: store, parts.configuration)
        findings += standing(await watch.healthFacts(parts), at: WallClock.system.now)
        return .value(.array(findings.map(\.json)))
    }
}

extension ControlAnswer {
    /// What somebody has added to the file is not known before a reload, and is none that does not exist.
    fileprivate func naming(
        unread target: String, of configuration: Configuration, _ commands: ProgramCommands
    ) -> ControlAnswer {
        guard case .refused = self,
            let file = try? Configuration.load(
                path: commands.namedFile ?? configuration.file, environment: ProcessEnvironment.variables),
            file.targets.contains(where: { $0.name == target })
        else { return self }
        let sentence = "the program that runs has not read the target '\(target)' yet"
        return .refused(Refusal(.unknown, sentence, hint: "reload: \(commands.reload)"))
    }
}

extension DrillDesk {
    /// By the rules and of the desktops of this moment.
    fileprivate init(_ watch: Watch, _ current: CurrentParts) {
        let relay = watch.relay
        self.init(
            store: watch.store, rules: watch.rules.rules, admit: { relay.admitting($0) },
            away: { current.parts.configuration.desktopTargets.subtracting(relay.desktops.presences.map(\.target)) })
    }
}

extension PageServer {
    /// Signs a browser in when it is called.
    fileprivate nonisolated func opening(_ commands: ProgramCommands) -> @Sendable () async -> ControlAnswer {
        { await self.answer(commands) }
    }

    private func answer(_ commands: ProgramCommands) -> ControlAnswer {
        guard let link = link() else {
            return .refused(
                .init(
                    .unavailable, "there is no page",
                    hint: "see what is wrong: \(commands.line("status")); or it is switched off (dashboard: enabled)"))
        }
        return .value([
            "url": .string(link.here.withText { $0 }),
            "anywhere": link.anywhere.map { .string($0.withText { $0 }) } ?? nil,
        ])
    }
}

extension LiveStatus.Target {
    /// As the relay has it; what it calls a state is called so here too.
    init(_ lane: LaneStatus, _ desktops: [DesktopExchange.Presence] = []) {
        let state: State =
            switch lane.state {
            case .working: .working
            case .failing: .failing
            case .suspended: .suspended
            }
        self.init(name: lane.target, state: state)
        since = lane.since
        reason = lane.detail ?? lane.reason?.rawValue
        nextTryAt = lane.nextTryAt
        unrecorded = lane.unrecorded
        isOutdated = lane.isOutdated
        self.desktops = desktops.filter { $0.target == lane.target }.map { Desktop(token: $0.token) }
    }
}

extension Configuration {
    /// The targets where people's desktops come to be told.
    fileprivate var desktopTargets: Set<String> { Set(targets.filter(\.isForDesktops).map(\.name)) }
}

extension Relay {
    /// Sends a sample alert to the target with this name and says what became of it.
    package func testAnswer(_ target: String) async -> ControlAnswer {
        do throws(RelayError) {
            let report = try await test(target: target)
            return .value([
                "target": .string(report.target), "title": .string(report.title), "text": .string(report.text),
                "body": report.body.map { .string($0) } ?? nil, "delivered": .bool(report.isDelivered),
                "proof": report.isDelivered ? .word(report.taken.rawValue) : nil,
                "message": .string(report.sentence), "reason": .word(report.reason?.rawValue),
                "status": report.status.map { .number(JSONNumberText($0)) } ?? nil,
                "answer": .string(report.answer),
                "milliseconds": .number(JSONNumberText(Int(report.took / .milliseconds(1)))),
            ])
        } catch {
            return .refused(.init(.unknown, error.description, hint: error.nextStep))
        }
    }
}
