import JSON
package import Store
package import Values

/// What happened, for those who follow it: the body of a webhook, with a number by which they go on.
package struct FeedEvent: Sendable, Equatable {
    package let number: FeedRow.Number
    /// One JSON object in one line.
    package let json: [UInt8]

    /// - Parameters:
    ///   - locale: the words' language, and whose money and time they tell.
    ///   - now: when it is read.
    package init(_ row: FeedRow, in locale: AlertLocale, now: Timestamp) {
        var templates = TemplateCache()
        let renderer = AlertRenderer(target: "", locale: locale)
        let alert = renderer.render(AlertFacts(row), template: nil, &templates, isRepeat: false, now: now)
        number = row.number
        json = JSONWriter.object { object in
            object.set("number", Int(row.number.rawValue))
            WebhookTarget.write(bodyOf: alert, to: &object)
        }
    }
}

extension FeedRow {
    /// Whether whoever follows for one child may know of it: what is about that child, and not for parents. What the program says of
    /// itself, and what sums up several children, is for parents; so is what only a rule defines, which may be a parent's watch.
    package func isFor(_ follower: FeedChild) -> Bool {
        guard let child, child.server == follower.server, child.id == follower.id else { return false }
        return alert.event.isForChildren && alert.rule == nil
    }
}
