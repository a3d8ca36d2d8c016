import Store
import Systemd

/// Popups of the session, by the freedesktop notification protocol.
actor DesktopTarget: AlertTarget {
    let name: String
    /// A repeat replaces the popup of before, as long as the same notification server runs.
    let deduplicates = true
    let repeatsBytes = false

    nonisolated let approval: ApprovalTerms?

    /// How the popups name the program.
    static let application = "PocketBell"

    private let notifications: DesktopNotifications?
    private let portal: DesktopPortal?
    private var capabilities: Set<String>?
    /// Which server that is; `nil` until it is asked.
    private var run: String?
    private let shown: ShownPopups

    /// - Parameters:
    ///   - bus: `nil` where there is no session, as in a system service.
    ///   - capabilities: of the first server; `nil` asks it.
    ///   - approval: `nil`: its popups have no button by which anything is approved.
    ///   - shown: by this target of before a reload, too; `nil`: nothing.
    init(
        name: String, bus: SessionBus?, capabilities: Set<String>? = nil, approval: ApprovalTerms? = nil,
        shown: ShownPopups? = nil
    ) {
        self.shown = shown ?? ShownPopups(at: name)
        self.name = name
        self.approval = approval
        self.capabilities = capabilities
        portal = bus.map { DesktopPortal(bus: $0) }
        notifications = bus.map { DesktopNotifications(bus: $0, application: Self.application) }
    }

    nonisolated func body(for alert: RenderedAlert, stored: [UInt8]?) -> [UInt8]? { nil }

    func deliver(_ alert: RenderedAlert, body: [UInt8]?) async -> Attempt {
        guard let notifications else {
            return Attempt(.retry(.off, "there is no session bus here; a user service has one, a system service none"))
        }
        do {
            let capabilities = try await known(notifications)
            let old = await popup(of: alert, notifications)
            let id = try await notifications.show(
                Self.content(of: alert, capabilities, approves: approval != nil), replacing: old,
                capabilities: capabilities)
            remember(id, as: alert)
            let run = await known(runOf: notifications)
            return Attempt(
                .delivered("the notification server took it"), message: run.map { "\(id.number) \($0)" })
        } catch let error as BusError {
            return Attempt(error.verdict)
        } catch {
            return Attempt(.inDoubt(.interrupted, "interrupted while it was shown"))
        }
    }

    func take(_ news: TargetNews) async -> Bool {
        switch news {
        case .notificationServerChanged:
            // What another one knew and showed means nothing to this one.
            capabilities = nil
            run = nil
            shown.forget()
            return true
        case .popupClicked(let id):
            // Where no portal is, nothing opens: nobody waits for an answer that could say so.
            if let link = shown[id]?.link { try? await portal?.open(link) }
            return false
        case .popupApproved(let id):
            // Not every server takes a popup away whose button was clicked.
            if shown[id]?.canBeApproved == true { try? await notifications?.close(id) }
            return false
        case .popupDismissed: return false
        }
    }

    func seen(by news: TargetNews) async -> [AlertRow.Key] {
        switch news {
        case .popupClicked(let id), .popupDismissed(let id): shown[id]?.alerts ?? []
        case .popupApproved(let id): shown[id].flatMap { $0.canBeApproved ? $0.alerts : nil } ?? []
        case .notificationServerChanged: []
        }
    }

    /// One that tells of more than was seen stays.
    func wasSeen(_ alerts: Set<String>) async {
        for popup in shown.popups
        where !popup.alerts.isEmpty && popup.alerts.allSatisfy({ alerts.contains($0.rawValue) }) {
            try? await notifications?.close(popup.id)
        }
    }

    func tell(_ notice: ApprovalNotice, in locale: AlertLocale) async {
        let popup = Popup(notice, in: locale)
        guard let notifications, !shown.wasTold(popup.delivery), let capabilities = try? await known(notifications),
            (try? await notifications.show(popup.content(capabilities), capabilities: capabilities)) != nil
        else { return }
        shown.tell(popup.delivery)
    }

    static func content(
        of alert: RenderedAlert, _ capabilities: Set<String>, approves: Bool = false
    ) -> DesktopNotifications.Content {
        let popup = Popup(alert)
        var content = popup.content(capabilities)
        if approves, let label = popup.approveLabel { content.actions = [(Popup.approveKey, label)] }
        return content
    }

    /// How many popups a repeat could replace.
    var popups: Int { shown.popups.count }

    private func known(_ notifications: DesktopNotifications) async throws -> Set<String> {
        if let capabilities { return capabilities }
        let asked = try await notifications.capabilities()
        capabilities = asked
        return asked
    }

    private func known(runOf notifications: DesktopNotifications) async -> String? {
        if run == nil { run = try? await notifications.run() }
        return run
    }

    /// The popup whose place this one takes: its own of an earlier attempt, or the one that showed what is over now.
    private func popup(
        of alert: RenderedAlert, _ notifications: DesktopNotifications
    ) async -> DesktopNotifications.ID? {
        if let own = shown.popups.first(where: { $0.delivery == alert.deliveryID }) { return own.id }
        guard let parts = alert.message?.split(separator: " ", maxSplits: 1), parts.count == 2,
            let number = UInt32(parts[0]), number > 0, await known(runOf: notifications) == String(parts[1])
        else { return nil }
        return DesktopNotifications.ID(number: number)
    }

    private func remember(_ id: DesktopNotifications.ID, as alert: RenderedAlert) {
        shown.remember(
            ShownPopups.Popup(
                delivery: alert.deliveryID, id: id, link: alert.link, alerts: alert.alerts,
                canBeApproved: approval != nil && alert.waitsForApproval))
    }
}
