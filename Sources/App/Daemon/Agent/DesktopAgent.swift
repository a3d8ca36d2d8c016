import JSON
import Relay
import Runtime
package import Systemd
import Values

/// Shows what a watcher tells on the desktop of this session, and reports what a person has seen.
package actor DesktopAgent {
    /// How it goes, for whoever looks on.
    package enum News: Sendable, Equatable {
        /// The watcher lets it in, for the target with this name.
        case connected(target: String)
        case shown(title: String)
        /// The watcher lets nobody approve anything here.
        case refused
        /// What was shown and clicked here is on no disk, for this reason, until another try.
        case unkept(reason: String)
        /// Until the next try; for people, with what they can do about it.
        case waiting(reason: String, nextStep: String?)
    }

    private let link: AgentLink
    private let notifications: DesktopNotifications
    private let portal: DesktopPortal
    private let file: String
    private let tell: @Sendable (News) -> Void
    private let bell = Bell()
    private let reports = Bell()
    private var machine: AgentMachine
    private var capabilities: Set<String> = []
    private var session: String?
    private var pause = AgentPause()
    /// Whether the file has the memory as it is.
    private var isKept = true
    private static let retry = Duration.seconds(30)

    /// - Parameters:
    ///   - bus: of the session whose desktop is meant.
    ///   - file: of what it must not forget.
    package init(
        _ link: AgentLink, on bus: SessionBus, file: String, tell: @escaping @Sendable (News) -> Void = { _ in }
    ) {
        self.link = link
        self.file = file
        self.tell = tell
        notifications = DesktopNotifications(bus: bus, application: "PocketBell")
        portal = DesktopPortal(bus: bus)
        machine = AgentMachine(AgentMemory(file: file))
    }

    /// Works until the task is cancelled.
    ///
    /// - Throws: `DaemonError` of kind `notPermitted` when the watcher does not take the token; nothing else ends it.
    package func run() async throws {
        let events = notifications.events()
        try await firstToEnd(
            { try await self.follow() }, { try await self.heed(events) }, { try await self.report() })
    }

    // MARK: The watcher

    private func follow() async throws {
        while !Task.isCancelled {
            do {
                try await lookAtDesktop()
                try await link.listen { try await self.take($0) }
                tell(.waiting(reason: "the watcher has ended the connection", nextStep: nil))
            } catch let error as DaemonError where error.kind == .notPermitted {
                throw error
            } catch is CancellationError {
                return
            } catch {
                tell(.waiting(reason: "\(error)", nextStep: (error as? DaemonError)?.hint))
            }
            session = nil
            await bell.wait(atMost: pause.next(Double.random(in: 0...1)))
        }
    }

    /// What nobody could show is not asked for.
    private func lookAtDesktop() async throws {
        do {
            capabilities = try await notifications.capabilities()
            try await carryOut(machine.found(run: try? await notifications.run()))
        } catch let error as BusError {
            throw DaemonError(
                .unavailable, "this session has no notification service that answers: \(error)",
                hint: "start one, such as dunst; it is tried again by itself")
        }
    }

    private func take(_ message: JSONNode) async throws {
        switch try message.required("type").string() {
        case "welcome":
            session = try message.required("session").string()
            pause = AgentPause()
            reports.ring()
            tell(.connected(target: try message.required("desktop").string()))
        case "popup": try await carryOut(machine.came(try Popup(message)))
        case "seen":
            var alerts: [String] = []
            for alert in try message.required("alerts").elements() { alerts.append(try alert.string()) }
            try await carryOut(machine.seenElsewhere(alerts))
        // A later version's.
        default: break
        }
    }

    /// What was seen while there was no connection is told with the next one.
    private func report() async throws {
        while true {
            // What the watcher could not take is tried again, also while it stays connected.
            switch await reports.wait(atMost: machine.memory.isAllSent && isKept ? nil : Self.retry) {
            case .rung, .limit: break
            case .closed, .cancelled: return
            }
            if !isKept { keepMemory() }
            try await reportApprovals()
            while session != nil, case let alerts = Array(machine.memory.unsent.prefix(AgentMemory.batch)),
                !alerts.isEmpty
            {
                do {
                    try await link.say("seen", ["alerts": .array(alerts.map { .string($0) })])
                    try await carryOut(machine.reported(alerts))
                } catch let error as DaemonError where error.kind == .notPermitted {
                    throw error
                } catch { break }
            }
        }
    }

    /// What it does not allow, this version of it does not know or was never told, it says no to for good.
    private func reportApprovals() async throws {
        while session != nil, let alert = machine.memory.unsentApprovals.first {
            do {
                guard try await link.ask("approve", ["alert": .string(alert)]) else {
                    tell(.refused)
                    try await carryOut(machine.reported(approved: alert))
                    continue
                }
                try await carryOut(machine.reported(approved: alert))
            } catch let error as DaemonError where error.kind == .notPermitted {
                throw error
            } catch { return }
        }
    }

    // MARK: The desktop

    private func heed(_ events: AsyncStream<DesktopNotifications.Event>) async throws {
        for await event in events {
            try? await carryOut(machine.happened(event))
            guard event == .serverChanged else { continue }
            // Another one may be able to do other things; one that has come is a reason to try at once.
            try? await lookAtDesktop()
            bell.ring()
        }
        try await Task.sleep(for: .seconds(Int64.max / 4))
    }

    // MARK: Carrying out

    private func carryOut(_ effects: [AgentMachine.Effect]) async throws {
        for effect in effects {
            switch effect {
            case .show(let popup): try await show(popup)
            case .answer(let delivery, let isShown):
                try await link.say(
                    isShown ? "shown" : "failed", ["delivery": .string(delivery), "session": .string(session ?? "")])
            // Where no portal is, nothing opens: nobody waits for an answer that could say so.
            case .open(let address): try? await portal.open(address)
            case .close(let id): try? await notifications.close(id)
            case .remember: keepMemory()
            case .report: reports.ring()
            }
        }
    }

    /// A disk that takes nothing costs what a person has done only if this ends before the watcher knows it: both are tried again.
    private func keepMemory() {
        do {
            try machine.memory.write(to: file)
            isKept = true
        } catch {
            guard isKept else { return }
            isKept = false
            tell(.unkept(reason: error.description))
            // It waits no longer than until the next try.
            reports.ring()
        }
    }

    private func show(_ popup: Popup) async throws {
        var content = popup.content(capabilities)
        let approving = popup.approveLabel.map { [(key: Popup.approveKey, label: $0)] } ?? []
        content.actions = approving + [(AgentMachine.seenKey, popup.seenLabel)]
        let id: DesktopNotifications.ID
        do {
            id = try await notifications.show(content, capabilities: capabilities)
        } catch BusError.timedOut {
            // It may have come up: the watcher is not told, and sends it again as a repeat.
            throw DaemonError(.unavailable, "the notification server does not answer")
        } catch {
            try await carryOut([.answer(delivery: popup.delivery, isShown: false)])
            throw error
        }
        tell(.shown(title: popup.title))
        try await carryOut(machine.shown(popup, as: id))
    }
}

/// How long an agent waits before it tries again: from one second, twice as long each time, up to a minute.
struct AgentPause: Sendable, Equatable {
    private var step = Duration.seconds(1)

    /// - Parameter jitter: 0 to 1; desktops that lost one watcher don't come back together.
    mutating func next(_ jitter: Double) -> Duration {
        defer { step = min(step * 2, .seconds(60)) }
        return step * (0.5 + 0.5 * jitter)
    }
}
