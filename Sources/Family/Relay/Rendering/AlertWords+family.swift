import Store

extension AlertWords {
    /// What has become of an allowance, a chore, a goal, a wish or a gift.
    var familySentence: String {
        let (child, name, price) = (facts.firstName, facts.details.name ?? "", money(facts.details.price, .price))
        let (by, reason) = (facts.details.by, facts.details.reason)
        return switch facts.event {
        case .allowancePaid: words.allowancePaid(child, text(of: .amount), balance: text(of: .balance))
        case .allowanceMissing: words.allowanceMissing(child, price, due: text(of: .due))
        case .allowancePaused: words.allowancePaused(child) + remark(by.map(words.by), reason)
        case .allowanceResumed: words.allowanceResumed(child) + remark(by.map(words.by), reason)
        case .choreWaiting:
            facts.details.isAutomatic ? words.choreDue(child, name, price) : words.choreWaiting(child, name, price)
        case .choreApproved: words.choreApproved(child, name, price) + remark(by.map(words.approved), nil)
        case .choreRejected: words.choreRejected(child, name) + remark(by.map(words.by), reason)
        case .goalReached: words.goalReached(child, name, price)
        case .wishAffordable: words.wishAffordable(child, name, price, balance: text(of: .balance))
        case .giftWaiting: words.giftWaiting(child, price) + remark(by.map(words.from), facts.details.name)
        default: ""
        }
    }

    /// In brackets: by whom, and why.
    private func remark(_ who: String?, _ why: String?) -> String {
        switch (who, why) {
        case (let who?, let why?): " (\(words.line(why, at: who)))"
        case (let one?, nil), (nil, let one?): " (\(one))"
        case (nil, nil): ""
        }
    }
}
