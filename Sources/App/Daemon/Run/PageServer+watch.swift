import Configuration
import Dashboard
import Observability
import Relay

extension PageServer {
    /// As the configuration in force says.
    init(_ watch: Watch, _ current: CurrentParts) {
        let (logger, sessions) = (watch.log.logger("program"), PageSessions(store: watch.store))
        let feed = FeedDesk(watch.store, logger: logger) { AlertLocale(current.parts.configuration) }
        let handler = PageHandler(
            api: watch.controlAPI(current), sessions: sessions, servers: PageServers(watch, current),
            language: { current.parts.configuration.language }, zone: { current.parts.configuration.timeZone },
            changes: { PageFeed(store: watch.store, news: watch.news).stream() },
            photos: current.sentPhotos,
            machines: { await feed.answer($0, isOverheard: $1) })
        self.init(loop: watch.loop, handler: handler, sessions: sessions) {
            PagePlace(current.parts.configuration.dashboard)
        } told: { reason in
            guard watch.board.wait(of: "the page", for: reason), let reason else { return }
            logger.error("the page cannot be served as it should", [.reason: .text(reason)])
        } found: { address in
            logger.info("the page is served", [.address: .text(address)])
        }
    }
}

extension PagePlace {
    /// As its files are now; `nil` for no page.
    init?(_ settings: DashboardSettings) {
        guard settings.isServed else { return nil }
        self.init(port: settings.port)
        address = settings.address
        mayMove = settings.isOfMachine && settings.proxies.isEmpty
        if let file = settings.certificate, let key = settings.key {
            certificate = Certificate(file: file, key: key, stamps: [file, key].map { "\(FileStamp($0) as Any)" })
        }
        hosts = Set(settings.hosts.map { $0.lowercased() } + (settings.publicURL.map { [$0.name] } ?? []))
        proxies = Set(settings.proxies)
        (publicOrigin, prefix) = (settings.publicURL?.origin, settings.publicURL?.prefix ?? "")
    }
}
