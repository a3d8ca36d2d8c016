import Store
import Testing
import TextFormats
import Values

@testable import Relay

/// What people read, in each language, in full: these tables are for a reader's eyes. `_` stands for the blank that does not break,
/// `'` for the narrow one.
@Suite("Built-in texts")
struct BuiltInTextTests {
    private static let now = Timestamp(seconds: 1_773_501_000)
    private static let languages: [Language] = [.english, .german, .french, .spanish]

    private func renderer(_ language: Language) throws -> AlertRenderer {
        AlertRenderer(
            target: "chat",
            locale: AlertLocale(currency: try #require(Currency(code: "EUR")), zone: .utc, language: language))
    }

    /// With blanks that can be seen.
    private func visible(_ text: String) -> String {
        text.replacing(text: "\u{A0}", with: "_").replacing(text: "\u{202F}", with: "'")
    }

    /// Each language's own line, in the order of ``languages``.
    private func expect(
        _ expected: [String], _ location: SourceLocation = #_sourceLocation, of text: (AlertRenderer) throws -> String
    ) throws {
        #expect(Self.languages == Language.allCases && expected.count == Self.languages.count)
        for (language, line) in zip(Self.languages, expected) {
            #expect(visible(try text(try renderer(language))) == line, "\(language)", sourceLocation: location)
        }
    }

    private static func problem(isOver: Bool) -> AlertFacts {
        AlertFacts(
            key: "p", event: .signInNeeded, childID: "", firstName: "", fullName: "", isLate: false, createdAt: now,
            notice: AlertRow.Notice(
                subject: "mum", sentence: isOver ? "mum is signed in again" : "mum must sign in: pocketbell login mum",
                since: now.advanced(by: .seconds(-86_400)), isOver: isOver))
    }

    @Test("what came and what went")
    func movements() throws {
        var facts = AlertFacts.gift()
        facts.movement?.amount = Decimal("1234.56")!
        try expect([
            "Alice received €1,234.56: Kite (balance €37.50)", "Alice bekam 1.234,56_€: Kite (Kontostand 37,50_€)",
            "Alice a reçu 1'234,56_€_: Kite (solde_: 37,50_€)", "Alice ha recibido 1.234,56_€: Kite (saldo: 37,50_€)",
        ]) { RenderedAlert.sample(facts, by: $0).text }
        facts.movement?.isCredit = false
        facts.balance = Decimal("-0.5")
        try expect([
            "Alice spent €1,234.56: Kite (balance -€0.50)", "Alice bezahlte 1.234,56_€: Kite (Kontostand -0,50_€)",
            "Alice a dépensé 1'234,56_€_: Kite (solde_: -0,50_€)", "Alice ha gastado 1.234,56_€: Kite (saldo: -0,50_€)",
        ]) { RenderedAlert.sample(facts, by: $0).text }
    }

    @Test("what is listed no longer, whichever way it went")
    func withdrawals() throws {
        try expect([
            "Alice no longer received €12.50: Kite (the server lists it no longer; balance €25.00)",
            "Alice bekam doch nicht 12,50_€: Kite (der Server führt es nicht mehr; Kontostand 25,00_€)",
            "Alice n’a finalement pas reçu 12,50_€_: Kite (le serveur ne l’indique plus'; solde_: 25,00_€)",
            "Alice al final no ha recibido 12,50_€: Kite (el servidor ya no lo muestra; saldo: 25,00_€)",
        ]) { RenderedAlert.sample(.withdrawn(), by: $0).text }
        var spent = AlertFacts.withdrawn()
        spent.movement?.isCredit = false
        try expect(["no longer spent", "bezahlte doch nicht", "n’a finalement pas dépensé", "al final no ha gastado"]) {
            RenderedAlert.sample(spent, template: Template("{verb}"), by: $0).text
        }
    }

    @Test("a low balance, in the language's own words and in a rule's")
    func lowBalance() throws {
        try expect([
            "Alice is down to €3.50, below €5.00", "Alice hat nur noch 3,50_€, weniger als 5,00_€",
            "Alice n’a plus que 3,50_€, moins de 5,00_€", "Alice solo tiene 3,50_€, menos de 5,00_€",
        ]) { RenderedAlert.sample(.low, by: $0).text }
        let template = Template("{child} {verb} {amount} ({description}; {threshold})")
        try expect([
            "Alice is down to €3.50 (below €5.00; €5.00)", "Alice hat nur noch 3,50_€ (weniger als 5,00_€; 5,00_€)",
            "Alice n’a plus que 3,50_€ (moins de 5,00_€; 5,00_€)", "Alice solo tiene 3,50_€ (menos de 5,00_€; 5,00_€)",
        ]) { RenderedAlert.sample(.low, template: template, by: $0).text }
    }

    @Test("titles")
    func titles() throws {
        try expect(["Pocket money", "Taschengeld", "Argent de poche", "Dinero de bolsillo"]) {
            RenderedAlert.sample(by: $0).title
        }
        try expect(["Withdrawn", "Zurückgenommen", "Annulé", "Anulado"]) {
            RenderedAlert.sample(.withdrawn(), by: $0).title
        }
        try expect(["Low balance", "Wenig Guthaben", "Solde bas", "Saldo bajo"]) {
            RenderedAlert.sample(.low, by: $0).title
        }
        try expect([
            "PocketBell has a problem", "PocketBell hat ein Problem", "PocketBell a un problème",
            "PocketBell tiene un problema",
        ]) { RenderedAlert.sample(Self.problem(isOver: false), by: $0).title }
        try expect([
            "PocketBell works again", "PocketBell läuft wieder", "PocketBell fonctionne de nouveau",
            "PocketBell vuelve a funcionar",
        ]) { RenderedAlert.sample(Self.problem(isOver: true), by: $0).title }
    }

    @Test("a problem's sentence is the program's, what stands around it the language's")
    func problems() throws {
        try expect([
            "since yesterday 15:10: mum must sign in: pocketbell login mum",
            "seit gestern 15:10: mum must sign in: pocketbell login mum",
            "depuis hier à 15:10_: mum must sign in: pocketbell login mum",
            "desde ayer a las 15:10: mum must sign in: pocketbell login mum",
        ]) { RenderedAlert.sample(Self.problem(isOver: false), by: $0).text }
        try expect([
            "mum is signed in again, after trouble since yesterday 15:10",
            "mum is signed in again, nach einer Störung seit gestern 15:10",
            "mum is signed in again, après des problèmes depuis hier à 15:10",
            "mum is signed in again, tras problemas desde ayer a las 15:10",
        ]) { RenderedAlert.sample(Self.problem(isOver: true), by: $0).text }
    }

    @Test("remarks, and what a button says")
    func remarks() throws {
        try expect([
            "Pocket money (15:09; found late)", "Taschengeld (15:09; spät entdeckt)",
            "Argent de poche (15:09'; découvert tardivement)", "Dinero de bolsillo (15:09; detectado tarde)",
        ]) { RenderedAlert.sample(.gift(isLate: true), by: $0).titleWithRemark }
        try expect([
            "may be a repeat", "vielleicht eine Wiederholung", "peut-être une répétition", "puede ser una repetición",
        ]) { RenderedAlert.sample(by: $0, isRepeat: true).remark(aboutRepeats: true) ?? "" }
        try expect(["Open", "Öffnen", "Ouvrir", "Abrir"]) { RenderedAlert.sample(by: $0).words.open }
        try expect(["Seen", "Gesehen", "Vu", "Visto"]) { RenderedAlert.sample(by: $0).words.seen }
    }

    @Test("a sample says that it is one")
    func samples() throws {
        try expect([
            "Test received €12.50: a test of this target by PocketBell; nothing happened (balance €12.50)",
            "Test bekam 12,50_€: ein Test dieses Ziels durch PocketBell; nichts ist geschehen (Kontostand 12,50_€)",
            "Test a reçu 12,50_€_: un test de cette cible par PocketBell'; rien ne s’est passé (solde_: 12,50_€)",
            "Prueba ha recibido 12,50_€: una prueba de este destino por PocketBell; no ha pasado nada (saldo: 12,50_€)",
        ]) { RenderedAlert.sample(.sample(at: Self.now, in: $0.locale.language), by: $0).text }
        try expect([
            "what somebody wrote comes here", "hier steht, was jemand dazu geschrieben hat",
            "ce que quelqu’un a noté vient ici", "aquí va lo que alguien haya anotado",
        ]) {
            RenderedAlert.sample(
                .sample(at: Self.now, in: $0.locale.language), template: Template("{notes}"), by: $0
            ).text
        }
    }

    private func digest(_ count: Int, _ renderer: AlertRenderer) -> AlertDigest {
        let members = (0..<count).map { number in
            var facts = AlertFacts.gift("Thing \(number)", child: "Kid\(number)")
            facts.childID = "\(number)"
            facts.movement?.amount = Decimal("1234.5")!
            facts.movement?.at = Self.now.advanced(by: .seconds(-86_400 + 60 * Int64(number)))
            return RenderedAlert.sample(facts, by: renderer)
        }
        return AlertDigest(members, in: renderer.locale, now: Self.now)
    }

    @Test("a digest of one, and of twelve")
    func digests() throws {
        try expect([
            "1 alert since yesterday 15:10|Kid0 +€1,234.50 (1)"
                + "|yesterday 15:10: Kid0 received €1,234.50: Thing 0 (balance €37.50)",
            "1 Meldung seit gestern 15:10|Kid0 +1.234,50_€ (1)"
                + "|gestern 15:10: Kid0 bekam 1.234,50_€: Thing 0 (Kontostand 37,50_€)",
            "1 alerte depuis hier à 15:10|Kid0 +1'234,50_€ (1)"
                + "|hier à 15:10_: Kid0 a reçu 1'234,50_€_: Thing 0 (solde_: 37,50_€)",
            "1 aviso desde ayer a las 15:10|Kid0 +1.234,50_€ (1)"
                + "|ayer a las 15:10: Kid0 ha recibido 1.234,50_€: Thing 0 (saldo: 37,50_€)",
        ]) { self.digest(1, $0).text.replacing(text: "\n", with: "|") }
        let parts = { (renderer: AlertRenderer) in
            let lines = self.digest(12, renderer).text.split(separator: "\n")
            return "\(self.digest(12, renderer).title)|\(lines[1].split(separator: ", ").last ?? "")|\(lines[2])"
        }
        try expect(
            [
                "12 alerts|2 more|The newest 3:", "12 Meldungen|2 weitere Kinder|Die 3 neuesten:",
                "12 alertes|2 autres|Les 3 plus récentes_:", "12 avisos|2 más|Los 3 más recientes:",
            ], of: parts)
    }

    @Test("none, one and two: French takes the singular for none as well")
    func plurals() {
        let counts = { (language: Language) in [0, 1, 2].map { language.words.alerts($0) } }
        #expect(counts(.english) == ["0 alerts", "1 alert", "2 alerts"])
        #expect(counts(.german) == ["0 Meldungen", "1 Meldung", "2 Meldungen"])
        #expect(counts(.french) == ["0 alerte", "1 alerte", "2 alertes"])
        #expect(counts(.spanish) == ["0 avisos", "1 aviso", "2 avisos"])
        #expect(Self.languages.map { $0.words.more(1) } == ["1 more", "1 weiteres Kind", "1 autre", "1 más"])
        #expect(
            Self.languages.map { $0.words.newest(1) } == [
                "The newest:", "Die neueste:", "La plus récente\u{A0}:", "El más reciente:",
            ])
        #expect(
            Self.languages.map { $0.words.newest(2) } == [
                "The newest 2:", "Die 2 neuesten:", "Les 2 plus récentes\u{A0}:", "Los 2 más recientes:",
            ])
    }
}
