import JSON
import Testing
import Values

@testable import AllowanceAPI

/// What the real backend said must be understood, all of it.
@Suite(.enabled(if: SharedFolder.hasRecordings, "no ../shared/fixtures beside the package"))
struct RecordedAnswerTests {
    private static let successes = Recording.all.filter {
        200..<300 ~= $0.status && $0.isJSON && !($0.body ?? "").isEmpty
    }

    @Test("every JSON answer is strict JSON, and comes out of the writer as the same value")
    func everyAnswerParses() throws {
        var count = 0
        for recording in Self.successes {
            let value = try #require(try? JSONValue(parsing: recording.body ?? ""), "\(recording)")
            #expect(try JSONValue(parsing: value.description) == value, "\(recording)")
            count += 1
        }
        #expect(count == 575, "the recordings hold more or fewer answers than this test knows")
    }

    @Test("every answer of a modelled route decodes, with money as it was written")
    func everyModelDecodes() throws {
        var counts: [String: Int] = [:]
        for recording in Self.successes {
            let root = try JSONValue(parsing: recording.body ?? "")
            let node = JSONNode(family: root)
            guard let model = try read(node, of: recording) else { continue }
            counts[model.name, default: 0] += 1
            #expect(model.money == Self.money(in: root, of: model.fields), "\(recording)")
        }
        #expect(
            counts == [
                "children": 15, "family children": 3, "child": 10, "transactions": 44, "new transaction": 143,
                "sign-in": 13, "notifications": 16, "notification": 4,
            ])
    }

    @Test("the quick reader of rows reads every recorded list as the tree does")
    func quickReader() throws {
        let child = try Self.anyone()
        var count = 0
        for recording in Self.successes where recording.route == "/api/v1/children/{id}/transactions" {
            let body = recording.body ?? ""
            let quick = QuickTransactionList.read(Array(body.utf8), of: child)
            #expect(
                try quick == Transaction.page(JSONNode(family: JSONValue(parsing: body)), of: child).rows,
                "\(recording)")
            count += 1
        }
        #expect(count == 44)
    }

    private typealias Model = (name: String, fields: Set<String>, money: [String])
    private static let balances: Set<String> = ["currentBalance", "savingsBalance", "weeklyAllowance"]
    private static let amounts: Set<String> = ["amount", "balanceAfter"]

    private func read(_ node: JSONNode, of recording: Recording) throws -> Model? {
        switch (recording.method, recording.route) {
        case ("GET", "/api/v1/children"), ("GET", "/api/v1/children/"), ("GET", "/api/v1/children/%2e%2e/children"):
            ("children", Self.balances, Self.money(of: try Child.list(node)))
        case ("GET", "/api/v1/families/current/children"):
            ("family children", Self.balances, Self.money(of: try Child.list(node)))
        case ("GET", "/api/v1/children/{id}"): ("child", Self.balances, Self.money(of: [try Child(node)]))
        case ("GET", "/api/v1/children/{id}/transactions"):
            ("transactions", Self.amounts, Self.money(of: try Transaction.page(node, of: Self.anyone()).rows))
        case ("POST", "/api/v1/transactions"):
            ("new transaction", Self.amounts, Self.money(of: [try Transaction(node)]))
        case ("POST", "/api/v1/auth/login"), ("POST", "/api/v1/auth/refresh"), ("POST", "/api/v1/invites/accept"),
            ("POST", "/api/v1/auth/register/parent"):
            ("sign-in", [], try Self.check(SignedIn(node)))
        case ("GET", "/api/v1/notifications"):
            ("notifications", [], try FamilyNotification.list.page(node, of: nil).facts.isEmpty ? [] : [])
        case ("GET", "/api/v1/notifications/{id}"), ("PATCH", "/api/v1/notifications/{id}/read"):
            ("notification", [], try FamilyNotification(node).title.isEmpty ? ["no title"] : [])
        default: nil
        }
    }

    private static func anyone() throws -> Child.ID { try #require(Child.ID(rawValue: "anyone")) }

    private static func check(_ signedIn: SignedIn) -> [String] {
        [signedIn.expiresAt == nil ? "no end" : nil, signedIn.user == nil ? "no user" : nil].compactMap { $0 }
    }

    /// Sorted, since the order of an object's members is the server's own.
    private static func money(of children: [Child]) -> [String] {
        children.flatMap { [$0.balance, $0.savingsBalance, $0.weeklyAllowance] }.compactMap { $0?.description }.sorted()
    }

    private static func money(of rows: [Transaction]) -> [String] {
        rows.flatMap { [$0.amount.description, $0.balanceAfter.description] }.sorted()
    }

    /// The digits of these members wherever they are, as they were sent.
    private static func money(in value: JSONValue, of fields: Set<String>) -> [String] {
        func collect(_ value: JSONValue) -> [String] {
            switch value {
            case .array(let elements): elements.flatMap(collect)
            case .object(let object):
                object.members.flatMap { member -> [String] in
                    guard fields.contains(member.name), case .number(let number) = member.value else {
                        return collect(member.value)
                    }
                    return [number.text]
                }
            default: []
            }
        }
        return collect(value).sorted()
    }
}
