import JSON
import Runtime
package import Store
import TextFormats
import Values

extension ControlAPI {
    /// How many rows a list has at most.
    package static let longestList = 10_000

    func children() async throws -> JSONValue {
        let currency = await installed().currency
        let (children, pending) = try await store.read("children") { (try $0.children(), try PendingMoney($0)) }
        return .array(children.map { JSONValue($0, pending: pending.amounts(of: $0), in: currency) })
    }

    func deliveries(_ request: ControlRequest) async throws -> JSONValue {
        let installed = await installed()
        let words = stateWords(request)
        var filter = try await deliveryFilter(
            request, words.filter { Proof.asked(by: $0) == nil }, limit: try limit(request))
        filter.proofs = Set(words.compactMap(Proof.asked))
        filter.taken = Dictionary(installed.targets.map { ($0.name, $0.taken) }) { first, _ in first }
        return .array(try await store.deliveries(matching: filter).map { JSONValue($0, in: installed) })
    }

    func delivery(_ text: String) async throws -> JSONValue {
        let unknown = ControlAnswer.Refusal(.unknown, commands.noDelivery(text))
        guard let number = Int64(text) else { throw unknown }
        // Not within the guard: the optimiser of Swift 6.3.1 crashes on that.
        let history = try await store.history(of: DeliveryRow.Number(rawValue: number))
        guard let history else { throw unknown }
        return try await json(history, await installed().currency)
    }

    /// A delivery with its words, its attempts and what comes next.
    func json(_ history: DeliveryHistory, _ currency: Currency) async throws -> JSONValue {
        var next: DeliveryOutlook?
        if let work = history.delivery.work { next = try await outlook(of: work.delivery) }
        let moment = history.wordsMoment ?? WallClock.system.now
        let words = history.delivery.work.map { self.words($0, moment) }
        return JSONValue(history, in: await installed(), words: words, next: next)
    }

    /// What keeps a delivery from being sent now, and when it is.
    private func outlook(of delivery: DeliveryRow) async throws -> DeliveryOutlook {
        let live = await live()
        return DeliveryOutlook(
            delivery, target: live?.targets.first { $0.name == delivery.target }, isRunning: live != nil,
            first: try await store.firstWaiting(for: delivery.target), commands: commands,
            now: WallClock.system.now)
    }

    // MARK: What is asked for

    /// Which deliveries an order is about.
    func deliveryFilter(_ request: ControlRequest, limit: Int) async throws -> DeliveryFilter {
        try await deliveryFilter(request, stateWords(request), limit: limit)
    }

    private func deliveryFilter(
        _ request: ControlRequest, _ states: [String], limit: Int
    ) async throws -> DeliveryFilter {
        var filter = DeliveryFilter(limit: limit)
        filter.states = Set(try states.map(state))
        filter.target = try await target(request)
        filter.child = try child(request, request.query["child"] == nil ? [] : try await store.children())
        filter.period = try period(request)
        return filter
    }

    func limit(_ request: ControlRequest, standard: Int = 20) throws -> Int {
        guard let text = request.query["limit"] else { return standard }
        guard let limit = Int(text), 1...Self.longestList ~= limit else {
            throw ControlAnswer.Refusal(.malformed, "a limit is a number from 1 to \(Self.longestList)")
        }
        return limit
    }

    /// Several are separated by commas.
    private func stateWords(_ request: ControlRequest) -> [String] {
        request.query["state"]?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
    }

    private func state(_ word: String) throws -> DeliveryRow.State {
        let all = DeliveryRow.State.allCases
        if let state = all.first(where: { [$0.rawValue, $0.rawValue.camelCased].contains(word) }) { return state }
        throw ControlAnswer.Refusal(.malformed, "there is no state '\(word)'", known: all.map(\.rawValue), to: word)
    }

    /// A name that no target has or ever had is a slip of the pen.
    private func target(_ request: ControlRequest) async throws -> String? {
        guard let name = request.query["target"] else { return nil }
        let configured = await installed().targets.map(\.name)
        let known = configured + (try await store.deliveryTargets().filter { !configured.contains($0) })
        guard known.contains(name) else {
            throw ControlAnswer.Refusal(.unknown, "there is no target '\(name)'", known: known, to: name)
        }
        return name
    }

    func child(_ request: ControlRequest, _ children: [ChildRow]) throws -> ChildRow? {
        guard let name = request.query["child"] else { return nil }
        return try child(named: name, in: children)
    }

    /// Whom a person calls so.
    func child(named name: String, in children: [ChildRow]) throws -> ChildRow {
        let matches = children.filter { $0.isNamed(name) }
        guard let child = matches.first else {
            let known = children.map(\.firstName)
            throw ControlAnswer.Refusal(.unknown, "there is no child '\(name)'", known: known, to: name)
        }
        guard matches.count == 1 else {
            throw ControlAnswer.Refusal(
                .unknown, "'\(name)' is more than one child", hint: "use the id: \(commands.line("children --ids"))")
        }
        return child
    }

    /// `since` and `until`, each a moment in ISO 8601; the second is not in it.
    func period(_ request: ControlRequest) throws -> Range<Timestamp> {
        func moment(_ name: String, _ standard: Timestamp) throws -> Timestamp {
            guard let text = request.query[name] else { return standard }
            guard let moment = Timestamp(text) else {
                throw ControlAnswer.Refusal(.malformed, "'\(name)' is a moment such as 2026-11-20T10:00:00Z")
            }
            return moment
        }
        let always = Range<Timestamp>.always
        let (since, until) = (try moment("since", always.lowerBound), try moment("until", always.upperBound))
        guard since < until else {
            throw ControlAnswer.Refusal(
                .malformed, "the time ends before it begins", hint: "give an earlier --from, or a later --to")
        }
        return since..<until
    }
}

extension Proof {
    /// What lists show as a state, and is one only there; `delivered` is a state of its own, and means all that a target took.
    package static let askable: [Proof] = [.accepted, .seen]

    fileprivate static func asked(by word: String) -> Proof? { askable.first { $0.rawValue == word } }
}

extension DeliveryHistory {
    /// When its words were sent last; `nil` of what is to be sent yet, which says what it would say now.
    fileprivate var wordsMoment: Timestamp? {
        delivery.work?.delivery.state == .queued ? nil : attempts.last?.startedAt
    }
}

extension ControlAnswer.Refusal {
    /// Names what was probably meant, or all that there is.
    package init(_ kind: Kind, _ message: String, known: [String], to word: String) {
        self.init(kind, message, hint: nearestHint(to: word, in: known))
    }
}
