import JSON
package import Store
package import Values

/// What came to each child and what left it in a week, as it was when the summary was planned.
package struct WeekSummary: Sendable, Equatable {
    /// One child's week.
    package struct Child: Sendable, Equatable {
        /// As it stood then; the balance is that of the planning.
        package let row: ChildRow
        package private(set) var income = Decimal.zero, spending = Decimal.zero
        package private(set) var credits = 0, debits = 0
        /// Of those that are saved for: the ones that are new, and the biggest.
        package private(set) var goals: [Goal] = []

        /// - Parameters:
        ///   - rows: the child's of the period; an amount that no sum can hold is left out of it.
        ///   - goals: the child's records.
        package init(_ row: ChildRow, _ rows: [TransactionRow], goals: [RecordRow], in period: Range<Timestamp>) {
            self.row = row
            for movement in rows {
                let amount = movement.amount.magnitude
                switch movement.kind {
                case .credit: (credits, income) = (credits + 1, income.adding(amount) ?? income)
                case .debit: (debits, spending) = (debits + 1, spending.adding(amount) ?? spending)
                }
            }
            let active = goals.compactMap { Goal($0, in: period) }
            let biggest = active.max { $0.target < $1.target }
            self.goals = Array(active.filter { $0.isNew || $0 == biggest }.prefix(Self.named))
        }

        /// Goals that are told of one child.
        private static let named = 3

        fileprivate func hidingNames() -> Child {
            var child = self
            child.goals = goals.map { Goal(name: HiddenFact.mark, saved: $0.saved, target: $0.target, isNew: $0.isNew) }
            return child
        }
    }

    /// Something that a child saves for.
    package struct Goal: Sendable, Equatable {
        let name: String
        let saved: Decimal
        let target: Decimal
        let isNew: Bool
    }

    package let period: Range<Timestamp>
    package let children: [Child]

    /// The seven days up to a moment, by the clock on the wall: whatever summer time does, a week begins when the last one ended.
    package static func period(endingAt end: Timestamp, in zone: TimeZone) -> Range<Timestamp> {
        let local = zone.local(end)
        let day = CivilDate(daysSince1970: local.date.daysSince1970 - 7)
        return zone.moment(of: LocalTime(date: day, secondOfDay: local.secondOfDay))..<end
    }

    init(period: Range<Timestamp>, children: [Child]) {
        self.period = period
        self.children = children
    }
}

extension WeekSummary.Goal {
    /// `nil` for one that nobody saves for any more, and for what cannot be read.
    init?(_ record: RecordRow, in period: Range<Timestamp>) {
        guard let content = try? JSONNode(JSONValue(parsing: record.content)),
            (try? content.required("state").string()) == "active",
            let name = try? content.required("name").string(), let saved = content.money("saved"),
            let target = content.money("target")
        else { return nil }
        let began = (try? content.optional("createdAt")?.timestamp()) ?? record.firstSeenAt
        self.init(name: name, saved: saved, target: target, isNew: period.contains(began))
    }
}

// MARK: As the store keeps it

extension WeekSummary {
    /// Whether the money of a week has become another since it was told; what a child has by now is no news of that week.
    ///
    /// - Returns: `false` for what cannot be read.
    package static func isOutdated(_ told: String, by stored: String) -> Bool {
        guard let told = WeekSummary(stored: told), let new = WeekSummary(stored: stored) else { return false }
        return told.money != new.money
    }

    /// What came and went, by child.
    private var money: [String] {
        children.map { child in
            let (income, spending) = (child.income.moneyText, child.spending.moneyText)
            return "\(child.row.id.rawValue) \(child.credits) \(income) \(child.debits) \(spending)"
        }.sorted()
    }

    /// One JSON object, with amounts as text.
    var stored: String {
        let bytes = JSONWriter.object { object in
            object.set("from", period.lowerBound)
            object.set("to", period.upperBound)
            object.array("children") { list in for child in children { list.object { child.write(to: &$0) } } }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Returns: `nil` for what another program wrote.
    init?(stored: String) {
        do throws(JSONError) {
            let object = JSONNode(try JSONValue(parsing: stored))
            let (start, end) = (try object.required("from").timestamp(), try object.required("to").timestamp())
            guard start <= end else { return nil }
            var children: [Child] = []
            for node in try object.required("children").elements() {
                guard let child = try Child(node, seenAt: end) else { return nil }
                children.append(child)
            }
            self.init(period: start..<end, children: children)
        } catch {
            return nil
        }
    }
}

extension WeekSummary.Child {
    fileprivate func write(to object: inout JSONObjectWriter) {
        object.set("id", row.id.rawValue)
        object.set("firstName", row.firstName)
        object.set("lastName", row.lastName)
        object.set("balance", row.balance.moneyText)
        object.set("credits", credits)
        object.set("income", income.moneyText)
        object.set("debits", debits)
        object.set("spending", spending.moneyText)
        object.array("goals") { list in
            for goal in goals {
                list.object { object in
                    object.set("name", goal.name)
                    object.set("saved", goal.saved.moneyText)
                    object.set("target", goal.target.moneyText)
                    object.set("new", goal.isNew)
                }
            }
        }
    }

    /// - Returns: `nil` for what holds no amount where one belongs.
    fileprivate init?(_ node: JSONNode, seenAt moment: Timestamp) throws(JSONError) {
        guard let balance = node.money("balance"), let income = node.money("income"),
            let spending = node.money("spending")
        else { return nil }
        row = ChildRow(
            server: ServerRow.ID(rawValue: 0), id: ChildRow.ID(rawValue: try node.required("id").string()),
            firstName: try node.required("firstName").string(), lastName: try node.required("lastName").string(),
            balance: balance, seenAt: moment)
        (self.income, self.spending) = (income, spending)
        (credits, debits) = (try node.required("credits").int(), try node.required("debits").int())
        for goal in try node.required("goals").elements() {
            guard let saved = goal.money("saved"), let target = goal.money("target") else { return nil }
            goals.append(
                WeekSummary.Goal(
                    name: try goal.required("name").string(), saved: saved, target: target,
                    isNew: try goal.required("new").bool()))
        }
    }
}

extension JSONNode {
    /// An amount as text.
    fileprivate func money(_ name: String) -> Decimal? {
        guard let text = try? required(name).string() else { return nil }
        return Decimal(text)
    }
}

// MARK: In words

extension WeekSummary {
    /// Children that are told by name; of more the number is told.
    private static let named = 20
    private static let nameLimit = TextLimit.utf16(40)

    /// A line for each child.
    ///
    /// - Parameter money: an amount for people.
    func text(_ words: any Vocabulary, _ money: (Decimal) -> String) -> String {
        let more = children.count - Self.named
        let lines = children.prefix(Self.named).map { line($0, words, money) }
        return (lines + (more > 0 ? [words.more(more)] : [])).joined(separator: "\n")
    }

    private func line(_ child: Child, _ words: any Vocabulary, _ money: (Decimal) -> String) -> String {
        let (name, balance) = (name(of: child), money(child.row.balance))
        let count = child.credits + child.debits
        let week =
            count == 0
            ? words.quietWeek(name, balance: balance)
            : words.week(
                name, income: money(child.income), spending: money(child.spending),
                count: count, balance: balance)
        let goals = child.goals.map { goal in
            words.goal(
                Self.nameLimit.cut(UserText.singleLine(goal.name)), saved: money(goal.saved),
                of: money(goal.target), isNew: goal.isNew)
        }
        return ([week] + goals).joined(separator: words.separator)
    }

    /// Without what people typed.
    func hidingNames() -> WeekSummary {
        WeekSummary(period: period, children: children.map { $0.hidingNames() })
    }

    /// As short as tells the child from the others.
    private func name(of child: Child) -> String {
        let isShared = children.filter { $0.row.firstName == child.row.firstName }.count > 1
        return Self.nameLimit.cut(
            UserText.singleLine(isShared ? "\(child.row.firstName) \(child.row.lastName)" : child.row.firstName))
    }
}
