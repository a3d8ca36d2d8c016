import Store

struct GermanOrders: OrderWords {
    func order(_ order: FilledOrder) -> String {
        guard case .deed(let deed) = order else { return "Geld eintragen" }
        return switch deed {
        case .addWish: "Wunsch hinzufügen"
        case .editWish: "Wunsch ändern"
        case .buyWish: "Ist gekauft"
        case .removeWish: "Wunsch entfernen"
        case .addGoal: "Ziel hinzufügen"
        case .editGoal: "Ziel ändern"
        case .depositGoal: "Geld einzahlen"
        case .withdrawGoal: "Geld entnehmen"
        case .removeGoal: "Ziel entfernen"
        case .setAllowance: "Taschengeld festlegen"
        case .pauseAllowance: "Taschengeld aussetzen"
        case .resumeAllowance: "Taschengeld wieder zahlen"
        case .changeSettings: "Einstellungen ändern"
        case .readNotifications: "Alle Hinweise als gelesen markieren"
        case .addChore: "Aufgabe hinzufügen"
        case .doneChore: "Ist erledigt"
        case .approveChore: "Genehmigen"
        case .rejectChore: "Ablehnen"
        }
    }

    func field(_ name: String) -> String {
        switch name {
        case "direction": "Richtung"
        case "amount": "Betrag"
        case "description": "Wofür"
        case "category": "Kategorie"
        case "notes": "Notizen"
        case "name": "Name"
        case "price": "Preis"
        case "link": "Link"
        case "target": "Zielbetrag"
        case "due": "Bis wann"
        case "priority": "Rang (1 ist der erste)"
        case "reason": "Warum"
        case "weeklyAllowance": "Taschengeld pro Woche"
        case "allowanceDay": "An welchem Tag"
        case "savesAutomatically": "Spart von selbst"
        case "transfer": "Wie viel gespart wird"
        case "transferPercentage": "Prozent"
        case "transferAmount": "Betrag je Mal"
        case "seesSavings": "Das Kind sieht das Ersparte"
        case "mayOwe": "Darf Schulden machen"
        case "title": "Was zu tun ist"
        case "reward": "Belohnung"
        case "rejection": "Warum nicht"
        case "account": "Mit wessen Konto"
        case "photo": "Foto (JPEG)"
        case "child": "Kind"
        default: name
        }
    }

    func choice(_ word: String) -> String {
        switch word {
        case "out": "Geld, das geht"
        case "in": "Geld, das kommt"
        case "yes": "ja"
        case "no": "nein"
        case "none": "nichts"
        case "fixedAmount": "ein fester Betrag"
        case "percentage": "ein Anteil"
        case "Monday": "Montag"
        case "Tuesday": "Dienstag"
        case "Wednesday": "Mittwoch"
        case "Thursday": "Donnerstag"
        case "Friday": "Freitag"
        case "Saturday": "Samstag"
        case "Sunday": "Sonntag"
        case "Toy": "Spielzeug"
        case "Game": "Spiel"
        case "Electronics": "Elektronik"
        case "Clothing": "Kleidung"
        case "Experience": "Erlebnis"
        case "Savings": "Erspartes"
        case "Charity": "Spende"
        case "Other": "Anderes"
        default: word
        }
    }
    let edit = "Ändern", remove = "Entfernen"
    let optional = "freiwillig", asItIs = "wie es ist"
    let chooseAgain = "Wähle das Foto noch einmal."
    let photosWait = "Zu viele Fotos kommen auf einmal. Versuche es in einer Minute wieder."
    func noAmount(_ text: String) -> String { "„\(text)“ ist kein Betrag. Schreib ihn wie 12,50, ohne Vorzeichen." }
    let tryAgain = "Das ging nicht. Von dem, was du eingegeben hast, ist nichts verloren."

    let chores = "Aufgaben", noChores = "Es gibt keine Aufgaben.", history = "Was erledigt wurde"
    func photo(_ child: String, _ title: String) -> String { "Foto: \(child), \(title)" }
    func state(_ word: String) -> String {
        switch word {
        case "pendingApproval": "wartet auf ein Elternteil"
        case "approved": "genehmigt"
        case "rejected": "abgelehnt"
        case "active": "offen"
        case "completed": "erreicht"
        case "purchased": "gekauft"
        case "cancelled": "aufgegeben"
        case "paused": "ausgesetzt"
        default: word
        }
    }
    func doneTimes(_ count: Int) -> String { count == 1 ? "einmal erledigt" : "\(count)-mal erledigt" }

    let plans = "Ziele und Wünsche", wishes = "Wünsche", noPlans = "Es gibt keine Ziele und keine Wünsche."
    func missing(_ amount: String) -> String { "\(amount) fehlen" }
    let affordable = "Das Geld reicht dafür.", link = "Ansehen"
    func due(_ day: String) -> String { "bis \(day)" }

    let entries = "Unterwegs", noEntries = "Nichts wartet: Der Server hat alles."
    func waiting(_ count: Int) -> String {
        count == 1 ? "Ein Eintrag ist noch nicht auf dem Server." : "\(count) Einträge sind noch nicht auf dem Server."
    }
    func entered(_ moment: String) -> String { "eingetragen \(moment)" }
    func entry(_ state: String) -> String {
        switch state {
        case "accepted": "wartet"
        case "sending": "wird gesendet"
        case "unknown": "vielleicht angekommen"
        case "confirmed": "auf dem Server"
        case "superseded": "nicht mehr nötig"
        case "parked": "braucht eine Entscheidung"
        case "discarded": "aufgegeben"
        default: state
        }
    }
    let conflicts = "Von zweien geändert", before = "Vorher", mine = "Hier"
    let onServer = "Auf dem Server", nothing = "nichts"
    let keepMine = "Das von hier behalten", keepServer = "Das vom Server behalten"
    let drill = "Probealarm an alle", seen = "Wurde gesehen"
    let lookNow = "Jetzt nachsehen", rules = "Regeln"
    func rule(_ name: String) -> String { "Regel „\(name)“" }
}
