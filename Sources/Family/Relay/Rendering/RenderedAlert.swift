import Cryptography
import Store
import TextFormats
import Values

/// An alert as a target gets it: identities, facts, and the words for people.
///
/// The words are plain text. A target shows them where they are read literally, or escapes them; none of them is markup.
struct RenderedAlert: Sendable, Equatable {
    /// The same at every repeat and every target, without a dot, as Standard Webhooks asks of a `webhook-id`.
    let id: String
    /// The same at every repeat, another one for each target.
    let deliveryID: String
    /// One line of at most 200 UTF-16 units, never empty; a rule's own may hold what people typed.
    var title: String
    /// The template filled in; several lines at most.
    var text: String
    let urgency: AlertStyle.Urgency
    /// As they were configured.
    let tags: [String]
    /// As it was configured: an address, or the name or path of an icon on this machine.
    let icon: String?
    /// A web address of ASCII alone.
    let link: String?
    /// When it happened, as people there say it.
    let moment: String
    /// Whether the moment has to be said: it came late, or was found late.
    let isOld: Bool
    /// The code of what amounts are in.
    let currency: String
    /// What its words are in.
    let language: Language
    /// Of a digest, those of its most urgent member.
    let facts: AlertFacts
    /// An earlier attempt may have arrived.
    let isRepeat: Bool
    /// The target's own id of the message that it takes the place of; `nil` for a message of its own.
    var message: String?
    /// What it tells of, if that is several alerts.
    var digest: AlertDigest?

    /// What it tells of: each member of a digest.
    var alerts: [AlertRow.Key] {
        (digest?.members.map(\.facts) ?? [facts]).map { AlertRow.Key(rawValue: $0.key) }
    }

    /// Whether it tells of something that a child has done and a parent can approve.
    var waitsForApproval: Bool {
        digest == nil && facts.event == .choreWaiting && !facts.details.isAutomatic && !facts.details.id.isEmpty
    }

    /// The icon, for those who have to fetch it.
    var iconAddress: String? { icon.flatMap { $0.isWebAddress ? $0 : nil } }
    /// The icon's name or path, for those who have it.
    var iconName: String? { iconAddress == nil ? icon : nil }

    /// What a target says of its own, such as on a button, it says in these.
    var words: any Vocabulary { language.words }

    /// The title, with what a person should know about the message itself.
    ///
    /// Of targets that replace a repeat's first showing, none needs to know of repeats.
    var titleWithRemark: String { remark(aboutRepeats: false).map { "\(title) (\($0))" } ?? title }

    /// What a person should know about the message itself, in the relay's own words; `nil` for nothing.
    ///
    /// - Parameter saysMoment: whether it always says when it happened, not only what is old.
    func remark(aboutRepeats: Bool, saysMoment: Bool = false) -> String? {
        let remarks = [
            isOld || saysMoment ? moment : nil, facts.isLate && digest == nil ? words.foundLate : nil,
            isRepeat && aboutRepeats ? words.mayBeRepeat : nil,
            digest == nil ? facts.reminder.map { words.remark($0) } : nil,
        ].compactMap { $0 }
        return remarks.isEmpty ? nil : remarks.joined(separator: words.separator)
    }
}

/// Puts alerts into the words of one target's readers.
struct AlertRenderer: Sendable {
    /// The target's name.
    let target: String
    /// The target's own; the rule's comes before it.
    var style = AlertStyle()
    var locale = AlertLocale()

    /// Nobody reads more in a title; a remark still fits behind it.
    private static let titleLimit = TextLimit.utf16(200)

    /// - Parameters:
    ///   - templates: kept by whoever renders many.
    ///   - now: when it is read, as far as anybody knows.
    func render(_ work: DeliveryWork, _ templates: inout TemplateCache, now: Timestamp) -> RenderedAlert {
        var alert = render(
            AlertFacts(work), template: templates.template(work.delivery.template),
            style: work.delivery.style.map { AlertStyle(stored: $0) } ?? AlertStyle(), &templates,
            isRepeat: work.delivery.isRepeat, now: now)
        alert.message = work.message
        if let state = LivingState(work, in: locale, now: now) {
            (alert.title, alert.text) = (state.title, state.text)
            return alert
        }
        // A problem's own words say that it is over.
        if work.message != nil, work.alert.notice == nil { alert.title = alert.words.handled(alert.title) }
        return alert
    }

    /// - Parameters:
    ///   - template: the rule's wording; `nil` takes the event's own.
    ///   - wishes: how the rule wants it to look.
    func render(
        _ facts: AlertFacts, template: Template?, style wishes: AlertStyle = AlertStyle(),
        _ templates: inout TemplateCache, isRepeat: Bool, now: Timestamp
    ) -> RenderedAlert {
        let facts = facts.hiding(locale.hides, locale.language.words)
        let words = AlertWords(facts, in: locale, now: now)
        // The target's tags are words about one child's money.
        var own = self.style
        if facts.notice != nil { own.tags = [] }
        let style = wishes.over(own)
        // Words about money have holes where there is none; then the event has better ones.
        let isUsable = { (template: Template) in
            ![.transaction, .balance].contains(facts.event.topic) ? template.isFilled(by: words.text) : true
        }
        let title =
            templates.template(style.title).filter(isUsable).map {
                Self.titleLimit.cut(UserText.singleLine($0.filled(words.text)))
            } ?? ""
        return RenderedAlert(
            id: Self.identity(of: facts.key), deliveryID: Self.identity(of: "\(facts.key)|\(target)"),
            title: title.isEmpty ? words.title : title,
            text: UserText.cleaned(template.filter(isUsable)?.filled(words.text) ?? words.sentence),
            urgency: style.urgency ?? facts.event.urgency(isOver: facts.notice?.isOver == true),
            tags: style.tags.map(UserText.singleLine),
            icon: style.icon.map(UserText.singleLine),
            link: templates.template(style.link).flatMap { AlertLink.text($0, words.text) }, moment: words.moment,
            isOld: words.isOld, currency: locale.currency.code, language: locale.language, facts: facts,
            isRepeat: isRepeat)
    }

    /// Several alerts in one message, under one identity at every repeat, whatever has become of single ones meanwhile.
    func render(_ work: DigestWork, _ templates: inout TemplateCache, now: Timestamp) -> RenderedAlert {
        var members: [RenderedAlert] = []
        for member in work.members { members.append(render(member, &templates, now: now)) }
        let digest = AlertDigest(members, in: locale, now: now)
        let id = Self.identity(of: "digest|\(target)|\(work.row.number.rawValue)|\(work.row.createdAt)")
        return RenderedAlert(
            id: id, deliveryID: id, title: digest.title, text: digest.text, urgency: digest.urgency, tags: style.tags,
            icon: style.icon, link: nil,
            moment: locale.language.words.moment(ReadableMoment(digest.since, in: locale.zone, now: now)), isOld: false,
            currency: locale.currency.code, language: locale.language, facts: digest.foremost.facts,
            isRepeat: members.contains(where: \.isRepeat), digest: digest)
    }

    /// What others know a key by: it says nothing of what the key is made of.
    static func identity(of key: String) -> String {
        let digits = Array("0123456789abcdef")
        let hash = SHA256.hash(Array(key.utf8)).prefix(16)
        return "pb_" + String(hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
