import JSON
import Values

/// How the simulated server writes a child, and what was decided for it.
struct ChildShapes: Sendable {
    let dialect: DemoDialect

    private static func second(_ moment: Timestamp) -> Timestamp { DemoShapes.second(moment) }

    private func write(_ body: (inout JSONObjectWriter) -> Void) -> JSONFragment {
        JSONFragment(checked: JSONWriter.object(body))
    }

    /// A child as lists show it.
    ///
    /// - Parameter saved: what the child has put aside.
    func child(_ child: SimulatedChild, saved: Decimal) -> JSONFragment {
        guard dialect == .real else { return detail(child, saved: saved) }
        return write { object in
            object.set("id", child.id)
            object.set("firstName", child.firstName)
            object.set("lastName", child.lastName)
            object.set("weeklyAllowance", child.settings.weeklyAllowance)
            object.set("currentBalance", child.balance)
            object.set("savingsBalance", saved)
            object.set("lastAllowanceDate", child.lastAllowanceAt.map(Self.second))
            write(child.settings, to: &object)
        }
    }

    /// A child alone. The designs say the same in lists, and call its id by another name as well.
    func detail(_ child: SimulatedChild, saved: Decimal) -> JSONFragment {
        write { object in
            object.set("id", child.id)
            if dialect == .spec { object.set("childId", child.id) }
            object.set("userId", child.person)
            object.set("firstName", child.firstName)
            object.set("lastName", child.lastName)
            object.set("fullName", child.fullName)
            object.set("email", child.email)
            object.set("currentBalance", child.balance)
            object.set("weeklyAllowance", child.settings.weeklyAllowance)
            if dialect == .real { object.set("savingsBalance", saved) }
            object.set("lastAllowanceDate", child.lastAllowanceAt.map(Self.second))
            object.set(
                "nextAllowanceDate", child.lastAllowanceAt.map { Self.second($0.advanced(by: .seconds(604_800))) })
            write(child.settings, to: &object)
            object.set("createdAt", Self.beginning)
        }
    }

    private static let beginning = Timestamp(seconds: 1_700_000_000)

    private func write(_ settings: SimulatedSettings, to object: inout JSONObjectWriter) {
        object.set("allowanceDay", settings.allowanceDay)
        object.set("savingsAccountEnabled", settings.savesAutomatically)
        object.set("savingsTransferType", settings.transfer)
        object.set("savingsTransferPercentage", settings.percentage)
        object.set("savingsTransferAmount", settings.amount)
        object.set("savingsBalanceVisibleToChild", settings.seesSavings)
        object.set("allowDebt", settings.mayOwe)
    }

    // MARK: What changes of it are answered with

    func settings(_ child: SimulatedChild) -> JSONFragment {
        write { object in
            object.set("childId", child.id)
            object.set("firstName", child.firstName)
            object.set("lastName", child.lastName)
            object.set("weeklyAllowance", child.settings.weeklyAllowance)
            write(child.settings, to: &object)
            object.set("message", "Child settings updated successfully")
        }
    }

    /// - Parameter isRemembered: whether the history has it.
    func amountSet(_ child: SimulatedChild, _ amount: Decimal, reason: String?, isRemembered: Bool) -> JSONFragment {
        write { object in
            object.set("childId", child.id)
            guard isRemembered else {
                object.set("weeklyAllowance", amount)
                object.set("message", "Weekly allowance updated successfully")
                return
            }
            // Both: the real server has changed it already.
            for name in ["oldAmount", "newAmount"] { object.set(name, amount) }
            object.set("reason", reason)
            object.set("message", "Allowance amount adjusted successfully")
        }
    }

    func paused(_ child: SimulatedChild, _ isPaused: Bool, reason: String?) -> JSONFragment {
        write { object in
            object.set("childId", child.id)
            object.set("allowancePaused", isPaused)
            if isPaused { object.set("reason", reason) }
            object.set("message", "Allowance \(isPaused ? "paused" : "resumed") successfully")
        }
    }
}
