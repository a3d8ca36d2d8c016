import Configuration
import Dashboard
import Observability
import Relay

extension PageServer {
    /// As the configuration in force says.
    init(_ watch: Watch, _ current: CurrentParts) {
        let (logger, sessions) = (watch.log.logger("program"), PageSessions())
        let handler = PageHandler(
            api: watch.controlAPI(current), sessions: sessions,
            language: { current.parts.configuration.language }, zone: { current.parts.configuration.timeZone },
            changes: { PageFeed(store: watch.store, news: watch.news).stream() })
        self.init(loop: watch.loop, handler: handler, sessions: sessions) {
            let settings = current.parts.configuration.dashboard
            return settings.isServed ? settings.port : nil
        } told: { reason in
            guard watch.board.wait(of: "the page", for: reason), let reason else { return }
            logger.error("there is no page", [.reason: .text(reason)])
        }
    }
}
