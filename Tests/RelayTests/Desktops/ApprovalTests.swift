import JSON
import Store
import Testing
import TextFormats
import Values

@testable import Relay
@testable import Systemd

/// Who sees the button by which a chore is approved, and what a click on it is answered with.
@Suite("Approving at a popup", .timeLimit(.minutes(1)))
struct ApprovalTests {
    private static let lawn = #"{"id":"r1","name":"Lawn","price":"5.00"}"#
    private static let waiting = AlertFacts.record(.choreWaiting, lawn)

    private func popup(_ alert: RenderedAlert) -> Popup { Popup(alert) }

    @Test("a chore that a child has done can be approved; one that is due, a decided one and several at once cannot")
    func what() {
        #expect(popup(.sample(Self.waiting)).approveLabel == "Approve")
        let due = AlertFacts.record(.choreWaiting, #"{"id":"r1","name":"Lawn","price":"5.00","automatic":true}"#)
        for facts in [due, .record(.choreApproved, Self.lawn), .record(.choreWaiting, "{}"), .gift(), .low] {
            #expect(popup(.sample(facts)).approveLabel == nil, "\(facts.event)")
        }
        var digest = RenderedAlert.sample(Self.waiting)
        digest.digest = AlertDigest([digest, .sample(due)], in: AlertLocale(), now: Timestamp(seconds: 1_773_501_000))
        #expect(popup(digest).approveLabel == nil)
    }

    @Test("the button speaks the reader's language, and so does each answer to a click")
    func words() throws {
        let languages = [Language.english, .german, .french, .spanish]
        let buttons = ["Approve", "Bestätigen", "Approuver", "Aprobar"]
        for (language, button) in zip(languages, buttons) {
            let renderer = AlertRenderer(target: "mum", locale: AlertLocale(language: language))
            #expect(popup(.sample(Self.waiting, by: renderer)).approveLabel == button)
        }
        let outcomes: [(ApprovalNotice.Outcome, [String])] = [
            (
                .approvedBefore,
                [
                    "Chore approved: Lawn was approved before; nothing is paid twice",
                    "Aufgabe bestätigt: Lawn wurde schon bestätigt; nichts wird doppelt bezahlt",
                    "Tâche approuvée: Lawn_: déjà approuvée'; rien n’est payé deux fois",
                    "Tarea aprobada: Lawn: ya estaba aprobada; nada se paga dos veces",
                ]
            ),
            (
                .rejectedBefore,
                [
                    "Chore rejected: Lawn was rejected before, and is not approved now",
                    "Aufgabe abgelehnt: Lawn wurde schon abgelehnt und wird jetzt nicht bestätigt",
                    "Tâche refusée: Lawn_: déjà refusée, donc pas approuvée maintenant",
                    "Tarea rechazada: Lawn: ya estaba rechazada y no se aprueba ahora",
                ]
            ),
            (
                .refused("the server said no"),
                [
                    "Not approved: Lawn: the server said no", "Nicht bestätigt: Lawn: the server said no",
                    "Non approuvée: Lawn: the server said no", "No aprobada: Lawn: the server said no",
                ]
            ),
            (
                .waits,
                [
                    "Approval kept: Lawn: your approval is kept here and goes to the family server as soon as that can be reached",
                    "Bestätigung vorgemerkt: Lawn: Die Bestätigung ist hier gespeichert und geht an den Familienserver, sobald er erreichbar ist",
                    "Approbation conservée: Lawn_: votre approbation est conservée ici et part dès que le serveur familial est joignable",
                    "Aprobación guardada: Lawn: tu aprobación queda guardada aquí y saldrá en cuanto se pueda llegar al servidor familiar",
                ]
            ),
            (
                .orderedBefore,
                [
                    "Approval kept: Lawn: somebody has decided that here before, and it is on its way to the family server",
                    "Bestätigung vorgemerkt: Lawn: Das wurde hier schon entschieden und ist auf dem Weg zum Familienserver",
                    "Approbation conservée: Lawn_: c’est déjà décidé ici, et en route vers le serveur familial",
                    "Aprobación guardada: Lawn: ya se ha decidido aquí y va de camino al servidor familiar",
                ]
            ),
        ]
        for (outcome, texts) in outcomes {
            for (language, text) in zip(languages, texts) {
                let notice = ApprovalNotice(outcome, details: Self.lawn, occasion: "1")
                let popup = Popup(notice, in: AlertLocale(language: language))
                let visible = "\(popup.title): \(popup.text)".replacing(text: "\u{A0}", with: "_")
                    .replacing(text: "\u{202F}", with: "'")
                #expect(visible == text && popup.alerts.isEmpty && popup.approveLabel == nil)
            }
        }
    }

    @Test("who is shown no descriptions reads none in an answer either, and no reason that may quote one")
    func hidden() {
        var locale = AlertLocale()
        locale.hides = [.descriptions]
        for outcome in [ApprovalNotice.Outcome.waits, .approvedBefore, .refused("Lawn is not done")] {
            let popup = Popup(ApprovalNotice(outcome, details: Self.lawn, occasion: "1"), in: locale)
            #expect(!popup.text.contains("Lawn") && popup.text.contains(HiddenFact.mark))
        }
    }

    @Test("what a child calls a chore, and what a server says of it, is no markup and no command in an answer")
    func hostile() throws {
        let details = JSONValue.object(JSONObject([.init("id", "r1"), .init("name", .string("a\u{202E}b\u{7}<b>"))]))
        let notice = ApprovalNotice(.refused("no\u{1B}[2J\u{202E}"), details: details.description, occasion: "1")
        let popup = Popup(notice, in: AlertLocale())
        #expect(!popup.text.unicodeScalars.contains { ["\u{202E}", "\u{7}", "\u{1B}"].contains($0) })
        #expect(
            DesktopNotifications.body(of: popup.content(["body", "body-markup"]), ["body-markup"]).contains("&lt;b"))
    }

    @Test("the button goes over the wire, and is none without the one alert that it is about")
    func wire() throws {
        let popup = popup(.sample(Self.waiting))
        #expect(try Popup(JSONNode(JSONValue(parsing: popup.json.description))) == popup)
        #expect(popup.withoutApproval.json["labels"] == ["open": "Open", "seen": "Seen"])
        var object = popup.json.description
        object = object.replacing(text: "[\"\(popup.alerts[0])\"]", with: "[]")
        #expect(try Popup(JSONNode(JSONValue(parsing: object))).approveLabel == nil)
    }

    @Test("this session's popups have the button only where the target says so")
    func own() {
        func keys(approves: Bool) -> [String] {
            DesktopTarget.content(of: .sample(Self.waiting), ["body"], approves: approves).actions.map(\.key)
        }
        #expect(keys(approves: true) == ["approve"] && keys(approves: false).isEmpty)
        #expect(TargetNews(.actionInvoked(.init(number: 7), key: "approve")) == .popupApproved(.init(number: 7)))
        #expect(DesktopTarget(name: "screen", bus: nil).approval == nil)
    }

    @Test("elsewhere only a connection whose token approves has the button and hears what became of a click")
    func elsewhere() async throws {
        let exchange = DesktopExchange()
        let may = try #require(exchange.connect(for: "mum", token: 1, mayApprove: true))
        let mayNot = try #require(exchange.connect(for: "mum", token: 2))
        let popup = popup(.sample(Self.waiting))
        async let outcome = exchange.present(popup, for: "mum")
        var (first, second) = (may.messages.makeAsyncIterator(), mayNot.messages.makeAsyncIterator())
        #expect(await first.next() == .popup(popup))
        #expect(await second.next() == .popup(popup.withoutApproval))
        #expect(exchange.answer(.shown, to: popup.delivery, session: may.number, token: 1))
        #expect(await outcome == .shown)

        let notice = Popup(ApprovalNotice(.waits, details: Self.lawn, occasion: "1"), in: AlertLocale())
        exchange.tell(notice, at: "mum")
        #expect(await first.next() == .popup(notice))
        exchange.wasSeen(popup.alerts, at: "mum")
        #expect(await first.next() == .seen(popup.alerts))
        #expect(await second.next() == .seen(popup.alerts), "and nothing before that")
    }
}
