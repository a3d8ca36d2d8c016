import AllowanceAPI
import Control
import Store
import Testing
import TextFormats
import Values

@testable import Daemon

@Suite("What may be entered")
struct EntryRulesTests {
    private func draft(_ change: (inout EntryDraft) -> Void = { _ in }) -> EntryDraft {
        var draft = EntryDraft(id: "0123456789abcdef")
        draft.amount = "-3.20"
        draft.description = "  Ice cream "
        change(&draft)
        return draft
    }

    private func refusal(_ draft: EntryDraft, former: IntentRow.Content? = nil) -> ControlAnswer.Refusal? {
        do throws(ControlAnswer.Refusal) {
            _ = try EntryRules.content(draft, former: former)
            return nil
        } catch { return error }
    }

    @Test("an entry is what was typed, without blanks around it, in the category of its sign")
    func plain() throws {
        let ice = try EntryRules.content(draft(), former: nil)
        #expect(ice.amount == Decimal("-3.20")! && ice.description == "Ice cream" && ice.notes == nil)
        #expect(ice.category == "OtherSpending")
        let chosen = try EntryRules.content(
            draft {
                $0.category = "gIFT"
                $0.notes = " for mum "
            }, former: nil)
        #expect(chosen.category == "Gift" && chosen.notes == "for mum")
        #expect(try EntryRules.content(draft { $0.amount = "+1" }, former: nil).category == "OtherIncome")
    }

    @Test("a category is one that its server offers for this way of money; what it does not name is what is known")
    func offered() throws {
        let choice = CategoryChoice(income: ["Paper", "OtherIncome"], spending: [])
        func category(_ word: String, _ amount: String) throws -> String {
            let typed = draft { ($0.category, $0.amount) = (word, amount) }
            return try EntryRules.content(typed, former: nil, choice).category
        }
        #expect(try category("pAPER", "+1") == "Paper" && category("Gift", "-1") == "Gift")
        for (word, amount, hint) in [
            ("Gift", "+1", "Paper, OtherIncome"), ("Papr", "+1", "'Paper'"), ("Paper", "-1", "Toys"),
        ] {
            let error = #expect(throws: ControlAnswer.Refusal.self) { try category(word, amount) }
            #expect(error?.hint?.contains(hint) == true, "\(word) \(amount): \(error?.hint ?? "")")
        }
    }

    @Test(
        "amounts: with a sign, in whole cents, more than nothing, no more than the server holds",
        arguments: [
            ("5.00", "no sign"), ("", "no sign"), ("+", "not an amount"), ("+.5", "not an amount"),
            ("+5.", "not an amount"), ("+007.5", "not an amount"), ("+1e3", "not an amount"), ("+1,5", "not an amount"),
            ("+-5", "not an amount"),
            ("+5.001", "two decimal"), ("-0.00", "must not be zero"), ("+100000000", "too large"),
            ("+99999999999999999999", "too large"), ("+٣", "not an amount"),
        ])
    func amounts(text: String, expected: String) {
        let said = refusal(draft { $0.amount = text })
        #expect(said?.kind == .malformed && said?.message.contains(expected) == true, "\(said?.message ?? "taken")")
        #expect(said?.hint != nil)
    }

    @Test("the largest and the smallest amount are taken")
    func edges() throws {
        for text in ["+99999999.99", "-0.01", "+5"] {
            #expect(refusal(draft { $0.amount = text }) == nil, "\(text)")
        }
        #expect(try EntryRules.content(draft { $0.amount = "-99999999.99" }, former: nil).amount.isNegative)
    }

    @Test("descriptions and categories that the server would misunderstand are refused with the next step")
    func others() {
        #expect(refusal(draft { $0.description = " \n" })?.message == "the description is empty")
        #expect(refusal(draft { $0.description = nil })?.message == "the description is empty")
        #expect(refusal(draft { $0.amount = nil })?.message == "it is not said how much")
        #expect(refusal(draft { $0.description = String(repeating: "x", count: 500) }) == nil)
        // The server counts in UTF-16.
        #expect(refusal(draft { $0.description = String(repeating: "🍦", count: 251) })?.message.contains("502") == true)
        #expect(refusal(draft { $0.notes = String(repeating: "x", count: 2_001) }) != nil)
        #expect(refusal(draft { $0.category = "Snaks" })?.hint == "did you mean 'Snacks'?")
        #expect(refusal(draft { $0.category = "Chores" })?.message == "Chores is no category of money that goes")
        #expect(refusal(draft { $0.category = "Task" })?.message == "there is no category 'Task'")
    }

    @Test("a change keeps what is not named; a category that nobody chose follows the sign")
    func changes() throws {
        let former = IntentRow.Content(
            amount: Decimal("-3.20")!, category: "OtherSpending", description: "Ice", notes: "two")
        var change = EntryDraft(id: "0123456789abcdef")
        change.amount = "+3.20"
        let turned = try EntryRules.content(change, former: former)
        #expect(turned.category == "OtherIncome" && turned.description == "Ice" && turned.notes == "two")
        var snacks = former
        snacks.category = "Snacks"
        #expect(refusal(change, former: snacks)?.message == "Snacks is no category of money that comes")
        change = EntryDraft(id: "0123456789abcdef")
        change.notes = ""
        #expect(try EntryRules.content(change, former: snacks).notes == nil)
        #expect(try EntryRules.content(change, former: snacks).category == "Snacks")
    }
}
