import Control
import Observability
import Relay

extension ApprovalDesk {
    /// Gives orders as the command line does.
    convenience init(_ watch: Watch, _ current: CurrentParts) {
        let (relay, api) = (watch.relay, watch.controlAPI(current))
        self.init(
            store: watch.store, exchange: relay.desktops, clicks: relay.approvals,
            logger: watch.log.logger("program"),
            surroundings: ApprovalDesk.Surroundings(
                terms: { await relay.approval(at: $0) }, tell: { await relay.tell($0, at: $1) },
                order: { await api.answer($0) }))
    }
}
