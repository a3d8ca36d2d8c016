import JSON
import Relay
import TextFormats
import Values

/// Whoever reads a page: the language of the browser, the family's zone and currency, and the moment.
struct PageReader: Sendable {
    let language: Language
    let currency: Currency
    let zone: TimeZone
    let now: Timestamp
    /// What is shown of what can be ordered.
    var standing = PageStanding.family
    /// Whether the configuration's file says who is watched.
    var listsAccounts = false

    var words: any PageWords {
        switch language {
        case .english: EnglishPage()
        case .german: GermanPage()
        case .french: FrenchPage()
        case .spanish: SpanishPage()
        }
    }

    var orders: any OrderWords { words.orders }

    /// An amount as the language writes it; empty where there is none.
    func money(_ value: JSONValue?) -> String { decimal(value).map { currency.text($0, in: language.money) } ?? "" }

    /// The same of what has moved, with its sign.
    func movement(_ value: JSONValue?) -> String {
        decimal(value).map { currency.signedText($0, in: language.money) } ?? ""
    }

    /// The same of amounts that were reckoned here.
    func written(_ amount: Decimal?) -> String { amount.map { currency.text($0, in: language.money) } ?? "" }
    func signed(_ amount: Decimal?) -> String { amount.map { currency.signedText($0, in: language.money) } ?? "" }

    /// When something was or will be; empty where that is not known.
    func moment(_ value: JSONValue?) -> String {
        timestamp(value).map { language.text(ReadableMoment($0, in: zone, now: now)) } ?? ""
    }

    /// The day of a moment that means a whole one, which is at midnight in UTC; empty where there is none.
    func day(_ value: JSONValue?) -> String {
        timestamp(value).map { CivilDate(daysSince1970: $0.daysSince1970) }.map {
            "\(words.figures.date($0)) \($0.year)"
        }
            ?? ""
    }

    /// A moment with what machines read of it.
    func time(_ value: JSONValue?) -> HTML {
        guard case .string(let exact)? = value else { return .none }
        return .element("time", ["datetime": exact], "\(moment(value))")
    }

    func decimal(_ value: JSONValue?) -> Decimal? {
        if case .string(let text)? = value { Decimal(text) } else { nil }
    }

    private func timestamp(_ value: JSONValue?) -> Timestamp? {
        if case .string(let text)? = value { Timestamp(text) } else { nil }
    }
}

extension JSONValue {
    /// A member's text; empty where there is none. The answers are this program's own, and what is missing in one is not shown.
    func text(_ name: String) -> String { if case .string(let text)? = self[name] { text } else { "" } }

    /// A member's elements; none where there is no list.
    func list(_ name: String) -> [JSONValue] { self[name]?.elements ?? [] }

    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    /// A member's whole number; 0 where there is none.
    func count(_ name: String) -> Int { if case .number(let number)? = self[name] { number.int ?? 0 } else { 0 } }
}

extension Language {
    /// What a browser wishes most of what there is; the family's own for one that wishes nothing.
    ///
    /// - Parameter wish: the field Accept-Language.
    init(wished wish: String?, family: Language) {
        let known = WeightedWish.all(of: wish).compactMap { wish in
            Language(rawValue: String(wish.name.prefix { $0.isLetter })).map { ($0, wish.weight) }
        }
        // Of those that are wished alike the first.
        let best = known.filter { $0.1 > 0 }.reduce(nil as (Language, Int)?) { best, next in
            best.map { $0.1 < next.1 } ?? true ? next : best
        }
        self = best?.0 ?? family
    }
}
