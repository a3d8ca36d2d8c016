import AllowanceAPI
import Control
import HTTPClient
import Relay
import Runtime
import Store
import SyncEngine

/// What watches one account: its engine, which reads facts, the keeper of its records, and its link to the hub, which hints.
struct AccountWatcher: Sendable {
    /// Tells it from those that watched the account before.
    let number: Int
    let account: WatchedAccount
    let session: AllowanceSession
    let engine: SyncEngine
    let records: RecordKeeper
    /// What these two are about.
    let syncBoard: SyncBoard
    let link: HubListener
    private let folder: StateFolder
    /// What there is to warn of.
    let plainAddress: PlainAddress?

    var name: String { account.name }
    /// What writes at its start has to be first (``ReplaceableServices``). The hub last: it has nobody to hint to without the
    /// engine.
    var services: [any Service] { [engine, records, link] }

    init(_ account: WatchedAccount, _ watch: Watch) throws(HTTPError) {
        self.account = account
        folder = watch.folder
        plainAddress = PlainAddress(account.server, account: account.name)
        let http = try watch.clients.client(trusting: account.caFile)
        let number = watch.changedSessions.nextNumber
        self.number = number
        let login = watch.commands.login(account.name)
        session = account.session(http: http, folder: watch.folder, log: watch.log, loginCommand: login) { [watch] in
            watch.changedSessions.note(watcher: number)
        }
        syncBoard = SyncBoard { [news = watch.news] in news.ring() }
        engine = SyncEngine(
            account: SyncAccount(name: account.name, scanInterval: account.scanInterval),
            origin: account.server.origin, source: session, maker: SessionMaker(session),
            orders: SessionMaker(session, media: MediaStore(watch.store), board: syncBoard), store: watch.store,
            planner: watch.planner,
            logger: watch.log.logger("sync"), metrics: watch.syncMetrics,
            conflicts: { [rules = watch.rules] in rules.conflicts }, board: syncBoard)
        records = RecordKeeper(
            account: account.name, source: session, store: watch.store, logger: watch.log.logger("sync"),
            board: syncBoard, telling: RecordTelling(planner: watch.planner, interval: account.scanInterval),
            hurried: { [rules = watch.rules] in rules.rules.records })
        link = HubListener(
            account: account, session: session, engine: engine, records: records, http: http, watch: watch)
    }

    /// The state with the reason and the next step that belong to it: scans and the hub fail by themselves, and what one of them
    /// last met may be long over for the other.
    ///
    /// - Parameter login: what signs the account in.
    static func standing(
        _ name: String, _ sync: SyncStatus, _ link: StatusBoard.Link, login: String
    ) -> LiveStatus.Account {
        var status = LiveStatus.Account(name: name, state: sync.needsSignIn ? .signInNeeded : link.state)
        let isOfLink = sync.message == nil || link.state == .signInNeeded && !sync.needsSignIn
        (status.reason, status.nextStep) =
            isOfLink ? (link.reason, link.nextStep) : (sync.message, sync.nextStep)
        if status.state == .signInNeeded {
            // What is tried before a person has done something is in vain.
            if status.nextStep == nil { status.nextStep = login }
        } else {
            status.nextTryAt = link.nextTryAt
        }
        return status
    }

    /// What could not be reached may be now.
    func networkCameUp() {
        engine.scanNow()
        link.networkCameUp()
        records.tryAgain()
    }

    /// The machine has slept, or its clock was set.
    func clocksChanged() {
        engine.clocksChanged()
        records.tryAgain()
    }

    /// How the account stands.
    func status(on board: StatusBoard) async -> LiveStatus.Account {
        let sync = await engine.status
        var link = board.link(of: name)
        // Directly after a sign-out neither the new engine nor the new link has met the refusal yet.
        if sync.state == .starting, link.state != .signInNeeded, link.state != .live, !account.isReady(in: folder) {
            link = StatusBoard.Link(state: .signInNeeded, reason: await session.nobody.message)
        }
        var status = Self.standing(name, sync, link, login: session.signInWay.command)
        // It asks nobody for anything before the store takes what is answered.
        if status.state == .connecting, board.waiting.contains(where: { $0.name == name }) { status.state = .waiting }
        status.signInStep = session.signInWay.passwordPlace.map { "correct \($0), or the account's `email`" }
        status.isServerAway = link.isServerAway
        status.hub = link.hub
        status.lastScan = sync.lastScanAt
        status.scanInterval = account.scanInterval
        status.failingSince = sync.failingSince
        status.isRefused = sync.failingSince != nil && sync.lastScanOutcome == FactError.Kind.refused.rawValue
        status.hubLostSince = board.lostSince(name)
        status.openHints = sync.openHints
        let contents = syncBoard.contents
        status.link = LinkState(
            hub: status.state, isCatchingUp: contents.isCatchingUp,
            isServerAway: link.isServerAway || sync.failingSince != nil)
        status.work = RunState.Work(contents.progress)
        status.uploads = contents.uploads.map {
            LiveStatus.Upload(intent: $0.intent, title: $0.title, hundredths: $0.hundredths)
        }
        status.doubts = LiveStatus.Doubts(sync)
        return status
    }
}

extension LiveStatus.Doubts {
    /// As the engine has them.
    init(_ sync: SyncStatus) {
        self.init()
        restoration = sync.restoration
        heardAt = sync.hearing.heardAt
        deafness =
            switch sync.hearing.phase {
            case .hearing: nil
            case .renewed(let since, _): Deafness(since: since, isRepeated: false)
            case .deaf(let since, _): Deafness(since: since, isRepeated: true)
            }
        agreedAt = sync.doubts.agreedAt
        contradiction = sync.doubts.since.map {
            Contradiction(since: $0, sentence: sync.doubts.sentences.joined(separator: "; "))
        }
    }
}
