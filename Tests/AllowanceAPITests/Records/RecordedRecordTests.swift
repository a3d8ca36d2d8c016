import JSON
import Testing
import Values

@testable import AllowanceAPI

/// Every record that the real backend ever told must be understood, whichever route told it.
@Suite("Recorded records", .enabled(if: SharedFolder.hasRecordings, "no ../shared/fixtures beside the package"))
struct RecordedRecordTests {
    /// A kind's list, where answers hold its records, and the money that it keeps, by the server's names.
    private struct Model {
        let name: String
        let list: RecordList
        let routes: Set<String>
        let money: Set<String>
        let count: Int
        var owner = "c-1"
    }

    private static let goals = "/api/v1/savings-goals"
    private static let child = "/api/v1/children/{id}"
    private static let models = [
        Model(
            name: "goals", list: Goal.list,
            routes: [
                "GET \(child)/savings-goals", "GET \(goals)/{id}", "PUT \(goals)/{id}", "POST \(goals)",
                "POST \(goals)/{id}/pause", "POST \(goals)/{id}/resume", "POST \(goals)/{id}/purchase",
            ], money: ["targetAmount", "currentAmount"], count: 21),
        Model(
            name: "chores", list: Chore.list,
            routes: ["GET /api/v1/tasks", "GET /api/v1/tasks/{id}", "POST /api/v1/tasks", "PUT /api/v1/tasks/{id}"],
            money: ["rewardAmount"], count: 17),
        Model(
            name: "completions", list: Completion.list,
            routes: [
                "GET /api/v1/tasks/{id}/completions", "GET /api/v1/tasks/completions/pending",
                "POST /api/v1/tasks/{id}/complete", "PUT /api/v1/tasks/completions/{id}/review",
            ], money: ["rewardAmount"], count: 18),
        Model(
            name: "members", list: FamilyMember.list, routes: ["GET /api/v1/families/current/members"], money: [],
            count: 2),
        Model(
            name: "settings", list: ChildSettings.list, routes: ["GET \(child)"],
            money: ["weeklyAllowance", "savingsTransferAmount"], count: 10),
        Model(
            name: "allowance changes", list: AllowanceChange.list, routes: ["GET \(child)/allowance/history"],
            money: ["oldAmount", "newAmount"], count: 3),
        Model(
            name: "savings", list: SavingsAccount.list, routes: ["GET \(child)/savings/summary"],
            money: ["currentBalance", "totalDeposited", "totalWithdrawn"], count: 5),
        Model(
            name: "movements", list: SavingsMovement.list,
            routes: [
                "GET \(child)/savings/history", "POST \(child)/savings/deposit", "POST \(child)/savings/withdraw",
            ],
            money: ["amount", "balanceAfter"], count: 16),
        Model(
            name: "budgets", list: Budget.list,
            routes: ["GET \(child)/budgets", "GET \(child)/budgets/games", "GET \(child)/budgets/11"],
            money: ["limit"], count: 4),
        Model(
            name: "categories", list: Category.list, routes: ["GET /api/v1/categories"], money: [], count: 4,
            owner: "Credit"),
        Model(
            name: "gifts", list: Gift.list, routes: ["GET /api/v1/gifts/pending", "GET /api/v1/gifts/{id}"],
            money: ["amount"], count: 4),
        Model(
            name: "notifications", list: FamilyNotification.list, routes: ["GET /api/v1/notifications"], money: [],
            count: 16),
    ]

    @Test("every answer with records decodes, money exact, whatever its route", arguments: models.indices)
    func decodes(_ index: Int) throws {
        let model = Self.models[index]
        var count = 0
        for recording in Recording.all
        where 200..<300 ~= recording.status && model.routes.contains("\(recording.method) \(recording.route)") {
            guard let body = recording.body else { continue }
            let root = try JSONValue(parsing: body)
            let page = try #require(
                try? model.list.page(JSONNode(family: root), of: model.owner), "\(recording): \(body.prefix(300))")
            let kept = try page.facts.flatMap { try Self.amounts(JSONValue(parsing: $0.content)) }
            for text in Self.money(in: root, model.money) {
                #expect(kept.contains(text), "\(text) of \(recording)")
            }
            count += 1
        }
        #expect(count == model.count, "\(model.name): the recordings hold more or fewer answers than this test knows")
    }

    /// Every text that may be an amount.
    private static func amounts(_ content: JSONValue) -> Set<String> {
        guard case .object(let object) = content else { return [] }
        return Set(
            object.members.compactMap { if case .string(let text) = $0.value { text } else { nil } }
                .map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 })
    }

    /// The digits of these members, wherever they are but in records inside of records, in two decimals at least.
    private static func money(in value: JSONValue, _ names: Set<String>) -> [String] {
        switch value {
        case .array(let elements): elements.flatMap { money(in: $0, names) }
        case .object(let object):
            object.members.compactMap { member in
                guard names.contains(member.name), case .number(let number) = member.value else { return nil }
                return Decimal(number.text)?.moneyText
            }
        default: []
        }
    }
}
