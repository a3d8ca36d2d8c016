package import Values

/// What a record said, and what it says now: from the two follows what people hear of it, and from nothing else.
package struct RecordTurn: Sendable {
    let former: RecordContent?
    let content: RecordContent
    let balance: Decimal?

    /// - Parameters:
    ///   - former: what it said when it was known last, though it may have been gone meanwhile; `nil` for one that never was.
    ///   - balance: what its child has to spend, as far as that is known.
    package init(from former: String?, to content: String, balance: Decimal? = nil) {
        self.former = former.map { RecordContent($0) }
        self.content = RecordContent(content)
        self.balance = balance
    }
}

extension Completion {
    /// The server's hourly job makes completions of chores that fall due; nobody has done those yet.
    private static let ownNote = "Auto-generated recurring task"

    /// That it waits is told of one that is new, that it was reviewed of any that was not reviewed so before.
    package static func news(_ turn: RecordTurn) -> FamilyNews? {
        let (was, state): (State?, State?) = (turn.former?.word("state"), turn.content.word("state"))
        guard let state, state != was else { return nil }
        var news: FamilyNews
        switch state {
        case .pendingApproval:
            // One that waits again was restored with its server.
            guard turn.former == nil else { return nil }
            news = FamilyNews(.choreWaiting)
            news.at = turn.content.moment("doneAt")
        case .approved:
            news = FamilyNews(.choreApproved)
            news.at = turn.content.moment("reviewedAt")
            news.by = turn.content.text("reviewedBy")
        case .rejected:
            news = FamilyNews(.choreRejected)
            news.at = turn.content.moment("reviewedAt")
            news.by = turn.content.text("reviewedBy")
            news.reason = turn.content.text("rejection")
        }
        news.since = turn.content.moment("doneAt")
        news.name = turn.content.text("title")
        news.price = turn.content.money("reward")
        news.notes = turn.content.text("notes")
        news.isAutomatic = news.notes?.hasPrefix(ownNote) == true
        if news.isAutomatic { news.notes = nil }
        return news
    }
}

extension Goal {
    /// Once for each time that as much is saved as it costs.
    package static func news(_ turn: RecordTurn) -> FamilyNews? {
        guard isReached(turn.content), !(turn.former.map(isReached) ?? false) else { return nil }
        var news = FamilyNews(.goalReached)
        news.name = turn.content.text("name")
        news.price = turn.content.money("target")
        news.at = turn.content.moment("completedAt")
        news.since = news.at
        return news
    }

    private static func isReached(_ content: RecordContent) -> Bool {
        guard let target = content.money("target"), let saved = content.money("saved"), target > .zero else {
            return false
        }
        let state: State? = content.word("state")
        // Of a goal that was given up some servers keep what was saved.
        return saved >= target && state != .cancelled && state != .purchased
    }
}

extension Wish {
    /// Of one that is new or costs less than before. What a balance makes affordable is told by `news(of:from:to:)`.
    package static func news(_ turn: RecordTurn) -> FamilyNews? {
        guard let balance = turn.balance, isAffordable(turn.content, with: balance),
            !(turn.former.map { isAffordable($0, with: balance) } ?? false)
        else { return nil }
        return news(of: turn.content)
    }

    /// - Parameters:
    ///   - content: as it is kept.
    ///   - old: what the child had before.
    package static func news(of content: String, from old: Decimal, to new: Decimal) -> FamilyNews? {
        let content = RecordContent(content)
        guard isAffordable(content, with: new), !isAffordable(content, with: old) else { return nil }
        return news(of: content)
    }

    private static func news(of content: RecordContent) -> FamilyNews {
        var news = FamilyNews(.wishAffordable)
        news.name = content.text("name")
        news.price = content.money("price")
        news.notes = content.text("notes")
        return news
    }

    private static func isAffordable(_ content: RecordContent, with balance: Decimal) -> Bool {
        guard let price = content.money("price"), price > .zero else { return false }
        return price <= balance && !content.flag("purchased")
    }
}

extension AllowanceChange {
    /// That it is another amount from now on is told by nobody: it is what parents have just done.
    package static func news(_ turn: RecordTurn) -> FamilyNews? {
        let action: Action? = turn.content.word("action")
        guard turn.former == nil, let action, action != .amountChanged else { return nil }
        var news = FamilyNews(action == .paused ? .allowancePaused : .allowanceResumed)
        news.reason = turn.content.text("reason")
        news.by = turn.content.text("by")
        news.at = turn.content.moment("at")
        news.since = news.at
        return news
    }
}

extension Gift {
    /// Once for each that waits for a parent.
    package static func news(_ turn: RecordTurn) -> FamilyNews? {
        guard turn.former == nil, turn.content.text("state") == State.pending.rawValue else { return nil }
        var news = FamilyNews(.giftWaiting)
        news.name = turn.content.text("occasion")
        news.price = turn.content.money("amount")
        news.by = turn.content.text("giver")
        news.notes = turn.content.text("message")
        news.at = turn.content.moment("createdAt")
        news.since = news.at
        return news
    }
}
