import AllowanceAPI
import Testing
import Values

@Suite("What people hear of a record")
struct RecordTurnTests {
    private func done(_ state: String, _ more: String = "") -> String {
        #"{"title":"Lawn","reward":"5.00","state":"\#(state)","doneAt":"2026-03-07T09:00:00Z"\#(more)}"#
    }

    @Test("a completion waits once, and is reviewed once")
    func completions() {
        let kind = { (old: String?, new: String) in Completion.news(RecordTurn(from: old, to: new))?.kind }
        let (waits, yes, no) = (done("pendingApproval"), done("approved"), done("rejected"))
        #expect(
            kind(nil, waits) == .choreWaiting && kind(waits, yes) == .choreApproved && kind(waits, no) == .choreRejected
        )
        #expect(kind(nil, yes) == .choreApproved, "reviewed before it was seen to wait")
        for same in [waits, yes, no] { #expect(kind(same, same) == nil) }
        #expect(kind(yes, waits) == nil, "a server that was restored")
        #expect(kind(waits, done("pendingApproval", #","notes":"x""#)) == nil)
        #expect(kind(nil, done("lost")) == nil && kind(nil, "{") == nil)
    }

    @Test("a review says who and why, and what the server made by itself was done by nobody")
    func told() {
        let review =
            #","reviewedBy":"Pat","reviewedAt":"2026-03-07T10:00:00Z","rejection":"Not the edges","notes":"All of it""#
        let no = Completion.news(RecordTurn(from: nil, to: done("rejected", review)))
        #expect(
            no?.details(of: "d1")
                == #"{"id":"d1","name":"Lawn","price":"5.00","by":"Pat","reason":"Not the edges","notes":"All of it","at":"2026-03-07T10:00:00Z"}"#
        )
        let own = #","notes":"Auto-generated recurring task for 7 March""#
        let due = Completion.news(RecordTurn(from: nil, to: done("pendingApproval", own)))
        #expect(due?.isAutomatic == true && due?.notes == nil)
        #expect(due?.details(of: "d1").hasSuffix(#""automatic":true}"#) == true)
    }

    @Test("a goal is reached each time that enough is saved, and not while it stays so")
    func goals() {
        func goal(_ saved: String, _ target: String = "50.00", _ state: String = "active") -> String {
            #"{"name":"Bike","target":"\#(target)","saved":"\#(saved)","state":"\#(state)"}"#
        }
        let isNews = { (old: String?, new: String) in Goal.news(RecordTurn(from: old, to: new)) != nil }
        #expect(isNews(goal("49.99"), goal("50.00", "50.00", "completed")) && isNews(nil, goal("60.00")))
        #expect(isNews(goal("40.00"), goal("40.00", "40.00")), "it costs less now")
        #expect(!isNews(goal("50.00"), goal("55.00")) && !isNews(goal("40.00"), goal("49.00")))
        #expect(!isNews(goal("50.00", "50.00", "active"), goal("50.00", "50.00", "purchased")))
        #expect(!isNews(nil, goal("50.00", "50.00", "cancelled")) && !isNews(nil, goal("0.00", "0.00")))
    }

    @Test("a wish is told when it comes into reach: by the money, by its price, or with it")
    func wishes() {
        func wish(_ price: String, _ isBought: Bool = false) -> String {
            #"{"name":"Lego","price":"\#(price)","purchased":\#(isBought)}"#
        }
        let five = Decimal("5")!
        let isNews = { (old: String?, new: String) in Wish.news(RecordTurn(from: old, to: new, balance: five)) != nil }
        #expect(isNews(nil, wish("5.00")) && isNews(wish("6.00"), wish("4.00")) && !isNews(wish("5.00"), wish("4.00")))
        #expect(!isNews(nil, wish("5.01")) && !isNews(nil, wish("5.00", true)) && !isNews(nil, wish("0.00")))
        #expect(Wish.news(RecordTurn(from: nil, to: wish("1.00"))) == nil, "nobody knows what there is")
        let rises = { (old: String, new: String) in
            Wish.news(of: wish("5.00"), from: Decimal(old)!, to: Decimal(new)!) != nil
        }
        #expect(rises("4.99", "5") && rises("-1", "9") && !rises("5", "9") && !rises("1", "4.99") && !rises("6", "4"))
    }

    @Test("an allowance that is paused or resumed is told once; that it is another amount, never")
    func pauses() {
        let change = { (action: String) in
            #"{"action":"\#(action)","reason":"No homework","by":"Pat","at":"2026-03-07T10:00:00Z"}"#
        }
        let news = { (old: String?, action: String) in AllowanceChange.news(RecordTurn(from: old, to: change(action))) }
        #expect(news(nil, "paused")?.kind == .allowancePaused && news(nil, "resumed")?.kind == .allowanceResumed)
        #expect(news(nil, "paused")?.reason == "No homework" && news(nil, "amountChanged") == nil)
        #expect(news(change("paused"), "paused") == nil)
    }

    @Test("a gift is told once, while it waits")
    func gifts() {
        let gift = { (state: String) in
            #"{"giver":"Granny","amount":"25.00","occasion":"Birthday","message":"Love","state":"\#(state)"}"#
        }
        let news = Gift.news(RecordTurn(from: nil, to: gift("pending")))
        #expect(news?.by == "Granny" && news?.name == "Birthday" && news?.notes == "Love")
        #expect(Gift.news(RecordTurn(from: gift("pending"), to: gift("pending"))) == nil)
        #expect(Gift.news(RecordTurn(from: nil, to: gift("approved"))) == nil)
    }
}
