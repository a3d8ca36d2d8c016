import AllowanceAPI
import JSON
import Store
import SyncEngine
import Values

/// The wishes and savings goals of a family's server, as a plain model. It has no word for a repetition: what it is told twice it does
/// twice, and a wish that is bought twice is wished for again.
struct RecordsModel: Sendable {
    struct Wish: Sendable {
        let id: String
        let child: Int
        var members: [(name: String, value: JSONValue)]
        /// Which order made it; `nil` of what somebody made without this program.
        let intent: IntentRow.ID?

        var name: String { if case .string(let text)? = self["name"] { text } else { "" } }

        subscript(name: String) -> JSONValue? {
            get { members.first { $0.name == name }?.value }
            set {
                members.removeAll { $0.name == name }
                if let newValue { members.append((name, newValue)) }
            }
        }
    }

    struct Contribution: Sendable {
        let id: String
        let amount: String
        let madeAt: Timestamp
        let intent: IntentRow.ID?
    }

    private struct Moment: Sendable {
        let at: Int
        var wishes: [Wish] = []
        /// By child; each has one goal.
        var contributions: [Int: [Contribution]] = [:]
    }

    /// What there was since when; the last is now.
    private var history = [Moment(at: 0)]
    private var count = 0

    var wishes: [Wish] { history.last?.wishes ?? [] }

    static func goal(of child: Int) -> String { "goal-\(child)" }

    private mutating func change(at now: Int, _ body: (inout Moment) -> Void) {
        var next = Moment(at: now)
        if let last = history.last { (next.wishes, next.contributions) = (last.wishes, last.contributions) }
        body(&next)
        history.append(next)
        if history.count > 60 { history.removeFirst(30) }
    }

    private mutating func number() -> Int {
        count += 1
        return count
    }

    // MARK: What is ordered

    /// Carries an order out, as often as it is told to.
    mutating func carryOut(_ order: RecordOrder, of intent: IntentRow.ID?, child: Int, at now: Int, _ time: Timestamp)
        -> PushOutcome
    {
        let said = OrderSaying(order.payload)
        if let record = order.record?.rawValue, order.deed.kind == .wish, !wishes.contains(where: { $0.id == record }) {
            return .missing("there is no such wish")
        }
        switch order.deed {
        case .addWish:
            let wish = add(said.members, child: child, intent: intent, at: now, time)
            return .done(RecordRow.ID(rawValue: wish))
        case .editWish, .buyWish, .removeWish:
            change(at: now) { moment in
                guard let index = moment.wishes.firstIndex(where: { $0.id == order.record?.rawValue }) else { return }
                switch order.deed {
                case .removeWish: moment.wishes.remove(at: index)
                case .buyWish:
                    moment.wishes[index]["purchased"] = .bool(moment.wishes[index]["purchased"] != .bool(true))
                default: for member in said.members { moment.wishes[index][member.name] = member.value }
                }
            }
            return .done(order.record)
        case .depositGoal:
            let id = "deposit-\(number())"
            let amount = said.text("amount")
            change(at: now) { moment in
                moment.contributions[child, default: []].append(
                    Contribution(id: id, amount: amount, madeAt: time, intent: intent))
            }
            return .done(nil)
        default: return .refused("no such route")
        }
    }

    @discardableResult
    private mutating func add(
        _ members: [(name: String, value: JSONValue)], child: Int, intent: IntentRow.ID?, at now: Int, _ time: Timestamp
    ) -> String {
        let id = "wish-\(number())"
        let all =
            members + [("purchased", .bool(false)), ("createdAt", .string("\(Timestamp(seconds: time.seconds))"))]
        change(at: now) { $0.wishes.append(Wish(id: id, child: child, members: all, intent: intent)) }
        return id
    }

    /// Somebody adds a wish without this program.
    mutating func addWish(_ name: String, price: String, child: Int, at now: Int, _ time: Timestamp) {
        add([("name", .string(name)), ("price", .string(price))], child: child, intent: nil, at: now, time)
    }

    /// Somebody changes a wish without this program: 0 its price, 1 that it is bought, else it is taken away.
    mutating func touch(_ index: Int, _ how: Int, at now: Int) {
        guard !wishes.isEmpty else { return }
        let place = index % wishes.count
        // Of what an order has made, name and price are what tells it: nobody could find it again.
        guard how == 1 || wishes[place].intent == nil else { return }
        change(at: now) { moment in
            switch how {
            case 0: moment.wishes[place]["price"] = .string("\(now % 90 + 1).00")
            case 1: moment.wishes[place]["purchased"] = .bool(true)
            default: moment.wishes.remove(at: place)
            }
        }
    }

    // MARK: What lists show

    /// - Parameter moment: of the run; a copy that lags behind answers as of earlier.
    func wishes(of child: Int, at moment: Int) -> [RecordFact] {
        (history.last { $0.at <= moment } ?? history[0]).wishes.enumerated().filter { $0.element.child == child }.map {
            let members = $0.element.members.map { JSONObject.Member($0.name, $0.value) }
            return RecordFact(
                id: $0.element.id, child: Child.ID(rawValue: ServerModel.names[child]),
                content: JSONValue.object(JSONObject(members)).description, rank: $0.offset + 1)
        }
    }

    func contributions(of child: Int, at moment: Int) -> [RecordFact] {
        let list = (history.last { $0.at <= moment } ?? history[0]).contributions[child] ?? []
        return list.enumerated().map { index, one in
            let time = Timestamp(seconds: one.madeAt.seconds)
            return RecordFact(
                id: one.id, child: Child.ID(rawValue: ServerModel.names[child]),
                content: #"{"amount":"\#(one.amount)","action":"childDeposit","createdAt":"\#(time)"}"#, rank: index + 1
            )
        }
    }

    func goals(of child: Int) -> [RecordFact] {
        [
            RecordFact(
                id: Self.goal(of: child), child: Child.ID(rawValue: ServerModel.names[child]),
                content: #"{"name":"Bike","target":"100.00","state":"active"}"#, rank: 1)
        ]
    }
}

/// What an order's payload says.
struct OrderSaying {
    let members: [(name: String, value: JSONValue)]

    init(_ payload: String) {
        guard case .object(let object)? = try? JSONValue(parsing: payload) else {
            members = []
            return
        }
        members = object.members.map { ($0.name, $0.value) }
    }

    func text(_ name: String) -> String {
        if case .string(let text)? = members.first(where: { $0.name == name })?.value { text } else { "" }
    }
}
