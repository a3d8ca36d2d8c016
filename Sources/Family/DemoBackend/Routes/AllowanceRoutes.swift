import JSON
import Values

/// What parents decide for a child, on the routes of the real server.
enum AllowanceRoutes {
    /// `nil` for what is no such route.
    static func answer(_ call: DemoCall, on server: inout SimulatedServer) -> DemoCall.Answered? {
        guard call.route.first == "children", call.route.count > 2 else { return nil }
        let deed = call.route[2...].joined(separator: "/")
        let known = [
            "PUT allowance", "PUT allowance/amount", "PUT settings", "POST allowance/pause", "POST allowance/resume",
        ]
        guard known.contains("\(call.method) \(deed)") else { return nil }
        guard call.isByParent else { return (.empty(403), []) }
        guard let child = server.visible(call.route[1], to: call.person) else { return (server.unknownChild, []) }
        switch deed {
        case "allowance": return set(child, call, as: "weeklyAllowance", on: &server)
        case "allowance/amount": return set(child, call, as: "newAmount", on: &server)
        case "settings": return settings(of: child, call, on: &server)
        default: return pause(child, call, isPaused: deed == "allowance/pause", on: &server)
        }
    }

    /// The real server rounds before it looks.
    private static func isAllowed(_ amount: Decimal) -> Bool {
        let range = Decimal(coefficient: -50, scale: 2).flatMap { low in
            Decimal(coefficient: 1_000_050, scale: 2).map { low...$0 }
        }
        return range?.contains(amount) ?? false
    }

    private static func set(
        _ child: SimulatedChild, _ call: DemoCall, as name: String, on server: inout SimulatedServer
    ) -> DemoCall.Answered {
        call.answer { node throws(JSONError) in
            let (amount, reason) = (try node.amount(name), try node.text("reason"))
            guard isAllowed(amount) else {
                let field = name.prefix(1).uppercased() + name.dropFirst()
                return (.invalid(field, "The field \(field) must be between 0 and 10000."), [])
            }
            guard (reason ?? "").utf16.count <= 500 else {
                return (.invalid("Reason", "Reason must be 500 characters or less"), [])
            }
            let isRemembered = name == "newAmount"
            if isRemembered {
                server.household.allowanceChanges.append(
                    SimulatedAllowanceChange(
                        id: server.nextID(), child: child.id, kind: "AmountChanged", reason: reason, at: call.now,
                        from: child.settings.weeklyAllowance, to: amount))
            }
            server.family.change(child.id) { $0.settings.weeklyAllowance = amount }
            return (.json(server.childShapes.amountSet(child, amount, reason: reason, isRemembered: isRemembered)), [])
        }
    }

    private static func pause(
        _ child: SimulatedChild, _ call: DemoCall, isPaused: Bool, on server: inout SimulatedServer
    ) -> DemoCall.Answered {
        guard isPaused else { return changed(child, call, "Resumed", nil, on: &server) }
        guard !call.request.body.isEmpty else { return (.empty(415), []) }
        return call.answer { node throws(JSONError) in
            changed(child, call, "Paused", try node.text("reason"), on: &server)
        }
    }

    private static func changed(
        _ child: SimulatedChild, _ call: DemoCall, _ kind: String, _ reason: String?,
        on server: inout SimulatedServer
    ) -> DemoCall.Answered {
        server.household.allowanceChanges.append(
            SimulatedAllowanceChange(id: server.nextID(), child: child.id, kind: kind, reason: reason, at: call.now))
        return (
            .json(server.childShapes.paused(child, kind == "Paused", reason: reason)),
            server.tell(child.person, .allowance(of: child, isPaused: kind == "Paused", reason: reason), now: call.now)
        )
    }

    /// All of it at once: what is missing is off, but for two that stay.
    private static func settings(
        of child: SimulatedChild, _ call: DemoCall, on server: inout SimulatedServer
    ) -> DemoCall.Answered {
        call.answer { node throws(JSONError) in
            let settings = try SimulatedSettings(node, replacing: child.settings)
            guard isAllowed(settings.weeklyAllowance) else {
                return (
                    .invalid("WeeklyAllowance", "The field WeeklyAllowance must be between 0 and 10000."), []
                )
            }
            guard 0...10_000 ~= (try node.amount("savingsTransferPercentage")).coefficient else {
                return (
                    .invalid(
                        "SavingsTransferPercentage",
                        "The field SavingsTransferPercentage must be between 0 and 100."), []
                )
            }
            server.family.change(child.id) { $0.settings = settings }
            return (.json(server.childShapes.settings(server.family.child(child.id) ?? child)), [])
        }
    }
}
