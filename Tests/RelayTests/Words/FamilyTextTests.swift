import JSON
import Store
import Testing
import TextFormats
import Values

@testable import Relay

/// What people read of allowances, chores, goals and wishes, in each language, in full; blanks as in ``BuiltInTextTests``.
@Suite("Built-in texts of a family's records")
struct FamilyTextTests {
    private func expect(
        _ facts: AlertFacts, _ expected: [String], template: String? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        for (language, line) in zip([Language.english, .german, .french, .spanish], expected) {
            let renderer = AlertRenderer(
                target: "chat",
                locale: AlertLocale(currency: try #require(Currency(code: "EUR")), zone: .utc, language: language))
            let text = RenderedAlert.sample(facts, template: template.flatMap { Template($0) }, by: renderer).text
            let visible = text.replacing(text: "\u{A0}", with: "_").replacing(text: "\u{202F}", with: "'")
            #expect(visible == line, "\(language)", sourceLocation: location)
        }
    }

    private static let lawn = #"{"id":"r1","name":"Lawn","price":"5.00","by":"Pat","reason":"the edges"}"#

    @Test("chores")
    func chores() throws {
        try expect(
            .record(.choreWaiting, #"{"id":"r1","name":"Lawn","price":"5.00"}"#),
            [
                "Alice has done a chore that waits for approval: Lawn (€5.00)",
                "Alice hat eine Aufgabe erledigt, die auf Zustimmung wartet: Lawn (5,00_€)",
                "Alice a fait une tâche qui attend une approbation_: Lawn (5,00_€)",
                "Alice ha hecho una tarea que espera aprobación: Lawn (5,00_€)",
            ])
        try expect(
            .record(.choreWaiting, #"{"id":"r1","name":"Lawn","price":"5.00","automatic":true}"#),
            [
                "Alice has a chore to do: Lawn (€5.00)", "Alice hat eine Aufgabe zu erledigen: Lawn (5,00_€)",
                "Alice a une tâche à faire_: Lawn (5,00_€)", "Alice tiene una tarea por hacer: Lawn (5,00_€)",
            ])
        try expect(
            .record(.choreApproved, Self.lawn),
            [
                "Alice earned €5.00: Lawn (approved by Pat)", "Alice hat 5,00_€ verdient: Lawn (bestätigt von Pat)",
                "Alice a gagné 5,00_€_: Lawn (approuvé par Pat)", "Alice ha ganado 5,00_€: Lawn (aprobado por Pat)",
            ])
        try expect(
            .record(.choreRejected, Self.lawn),
            [
                "A chore of Alice was rejected: Lawn (by Pat: the edges)",
                "Eine Aufgabe von Alice wurde abgelehnt: Lawn (von Pat: the edges)",
                "Une tâche a été refusée à Alice_: Lawn (par Pat_: the edges)",
                "Una tarea de Alice ha sido rechazada: Lawn (por Pat: the edges)",
            ])
    }

    @Test("goals, wishes and gifts")
    func goals() throws {
        try expect(
            .record(.goalReached, #"{"id":"r1","name":"Bike","price":"50.00"}"#),
            [
                "Alice has saved €50.00 and reached a goal: Bike",
                "Alice hat 50,00_€ gespart und ein Sparziel erreicht: Bike",
                "Alice a économisé 50,00_€ et atteint un objectif_: Bike",
                "Alice ha ahorrado 50,00_€ y ha alcanzado una meta: Bike",
            ])
        try expect(
            .record(.wishAffordable, #"{"id":"r1","name":"Lego","price":"20.00"}"#, balance: "25"),
            [
                "Alice can afford a wish for €20.00: Lego (balance €25.00)",
                "Alice kann sich einen Wunsch für 20,00_€ leisten: Lego (Kontostand 25,00_€)",
                "Alice peut s’offrir un souhait à 20,00_€_: Lego (solde_: 25,00_€)",
                "Alice puede permitirse un deseo de 20,00_€: Lego (saldo: 25,00_€)",
            ])
        try expect(
            .record(.giftWaiting, #"{"id":"r1","name":"Birthday","price":"25.00","by":"Granny"}"#),
            [
                "A gift of €25.00 for Alice waits for approval (from Granny: Birthday)",
                "Ein Geldgeschenk von 25,00_€ für Alice wartet auf Zustimmung (von Granny: Birthday)",
                "Un cadeau de 25,00_€ pour Alice attend une approbation (de la part de Granny_: Birthday)",
                "Un regalo de 25,00_€ para Alice espera aprobación (de Granny: Birthday)",
            ])
    }

    @Test("allowances")
    func allowances() throws {
        var paid = AlertFacts.gift("Weekly Allowance")
        paid.event = .allowancePaid
        try expect(
            paid,
            [
                "Alice received the allowance of €12.50 (balance €37.50)",
                "Alice bekam das Taschengeld von 12,50_€ (Kontostand 37,50_€)",
                "Alice a reçu son argent de poche_: 12,50_€ (solde_: 37,50_€)",
                "Alice ha recibido la paga de 12,50_€ (saldo: 37,50_€)",
            ])
        try expect(
            .record(.allowanceMissing, #"{"id":"c1","price":"10.00","due":"2026-03-07"}"#),
            [
                "Alice has not received the allowance of €10.00 that was due on Sat 7 Mar",
                "Alice hat das Taschengeld von 10,00_€ nicht bekommen, das am Sa 7.3. fällig war",
                "Alice n’a pas reçu l’argent de poche de 10,00_€ attendu le sam. 7 mars",
                "Alice no ha recibido la paga de 10,00_€ que tocaba el sáb 7 mar",
            ])
        try expect(
            .record(.allowancePaused, #"{"id":"a1","reason":"no homework"}"#),
            [
                "The allowance of Alice is paused (no homework)",
                "Das Taschengeld von Alice ist ausgesetzt (no homework)",
                "Alice_: argent de poche suspendu (no homework)", "La paga de Alice está en pausa (no homework)",
            ])
        try expect(
            .record(.allowanceResumed, #"{"id":"a1"}"#),
            [
                "The allowance of Alice is paid again", "Das Taschengeld von Alice wird wieder gezahlt",
                "Alice_: argent de poche rétabli", "La paga de Alice se reanuda",
            ])
    }

    @Test("balances that are back, and transactions that say something else, by what is another thing")
    func money() throws {
        var back = AlertFacts.low
        back.event = .balanceRecovered
        try expect(
            back,
            [
                "Alice is back at €3.50, no longer below €5.00",
                "Alice hat wieder 3,50_€, nicht mehr weniger als 5,00_€",
                "Alice a de nouveau 3,50_€, ce n’est plus moins de 5,00_€",
                "Alice vuelve a tener 3,50_€, ya no menos de 5,00_€",
            ])
        var edited = AlertFacts.gift()
        edited.event = .edited
        let was = { (amount: String, category: String) in
            #"{"was":{"amount":"\#(amount)","kind":"credit","category":"\#(category)","description":"Kite","at":"2026-03-14T15:09:26Z"}}"#
        }
        edited.details = AlertDetails(stored: was("10.00", "Gift"))
        try expect(
            edited,
            [
                "Alice received €12.50: Kite (changed; before: Alice received €10.00: Kite; balance €37.50)",
                "Alice bekam 12,50_€: Kite (geändert; vorher: Alice bekam 10,00_€: Kite; Kontostand 37,50_€)",
                "Alice a reçu 12,50_€_: Kite (modifié'; avant_: Alice a reçu 10,00_€_: Kite'; solde_: 37,50_€)",
                "Alice ha recibido 12,50_€: Kite (cambiado; antes: Alice ha recibido 10,00_€: Kite; saldo: 37,50_€)",
            ])
        edited.details = AlertDetails(stored: was("12.50", "Toys"))
        try expect(edited, ["Alice received €12.50: Kite (changed: Toys → Gift; balance €37.50)"])
        edited.details = AlertDetails(stored: was("12.50", "Gift"))
        try expect(edited, ["Alice received €12.50: Kite (changed; balance €37.50)"])
        edited.movement?.notes = "with a tail"
        try expect(edited, ["Alice received €12.50: Kite (changed: → with a tail; balance €37.50)"])
    }

    @Test("each event about a child has a sentence and a title of its own", arguments: AlertRow.Event.allCases)
    func complete(_ event: AlertRow.Event) throws {
        guard event.topic.hasChild else { return }
        let rule = Rule(name: "all", events: [event], below: Decimal("5"))
        let facts = try #require(PreviewEvent.samples(of: rule, in: .english, at: Timestamp(seconds: 0)).first).facts
        let alert = RenderedAlert.sample(facts)
        #expect(!alert.text.isEmpty && alert.title != Language.english.words.problemTitle)
    }

    @Test("no two events say the same of the same record")
    func different() {
        let events = AlertRow.Event.allCases.filter {
            $0.topic == .chore || $0.topic == .allowance && $0 != .allowancePaid
        }
        for event in events {
            let texts = events.map { RenderedAlert.sample(.record($0, Self.lawn)).text }
            #expect(
                texts.count { $0 == RenderedAlert.sample(.record(event, Self.lawn)).text } == 1, "\(event): \(texts)")
        }
    }

    @Test("a text for money gives way where it would have a hole, one for records is filled")
    func templates() throws {
        let chore = AlertFacts.record(.choreRejected, Self.lawn)
        try expect(
            chore, ["A chore of Alice was rejected: Lawn (by Pat: the edges)"],
            template: "{child} {verb} {amount}: {description}")
        try expect(
            chore, ["Alice, Lawn, €5.00, €5.00, Lawn, the edges, Pat"],
            template: "{child}, {name}, {price}, {amount}, {description}, {reason}, {by}")
    }

    @Test("what people typed is cleaned, whatever it is")
    func hostile() throws {
        let name = JSONValue.string(Hostile.long).description
        let facts = AlertFacts.record(.choreRejected, #"{"id":"r1","name":\#(name),"reason":\#(name),"by":\#(name)}"#)
        for text in [facts.details.name, facts.details.reason, facts.details.by] {
            #expect(text?.contains("\u{202E}") == false && text?.contains("\u{0}") == false && text?.isEmpty == false)
        }
        #expect(facts.details.name?.contains("\n") == false)
        #expect(AlertDetails(stored: "{") == AlertDetails() && AlertDetails(stored: "[1]") == AlertDetails())
    }
}
