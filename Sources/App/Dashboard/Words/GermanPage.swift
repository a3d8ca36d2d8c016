struct GermanPage: PageWords {
    let code = "de"
    let orders: any OrderWords = GermanOrders()
    let figures: any StatisticsWords = GermanStatistics()
    let overview = "Überblick", transactions = "Buchungen", alerts = "Meldungen", health = "Zustand"
    let statistics = "Statistik"
    let signOut = "Abmelden", toContent = "Zum Inhalt", all = "Alle", older = "Früher", newer = "Später"
    func month(_ month: Int, of year: Int) -> String { "\(Self.months[month - 1]) \(year)" }
    private static let months = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
    ]

    let child = "Kind", when = "Wann", what = "Was", category = "Kategorie", amount = "Betrag"
    let balance = "Kontostand", by = "Von"
    func pending(_ amount: String) -> String { "mit \(amount), die der Server noch nicht hat" }
    let notYetOnServer = "noch nicht auf dem Server"
    func asOf(_ moment: String) -> String { "Stand: \(moment)" }
    let lastMovements = "Letzte Buchungen", noMovements = "Nichts hat sich bewegt."
    let noChildren = "Noch ist kein Kind bekannt: Der erste Blick auf den Server steht aus."
    let income = "Erhalten", spending = "Ausgegeben", byCategory = "Ausgaben nach Kategorien"
    func days(_ count: Int) -> String { "die letzten \(count) Tage" }
    let exportCSV = "Als CSV", exportJSON = "Als JSON-Zeilen"

    let search = "Suchen", kind = "Art", from = "Von", to = "Bis", everything = "Alles"
    let newest = "Neueste", searchFurther = "Weiter zurück suchen"
    func searchedTo(_ moment: String) -> String { "Gesucht bis \(moment), nicht weiter zurück." }

    let waitingChores = "Aufgaben, die warten", approve = "Annehmen", goals = "Sparziele"
    func saved(_ amount: String, of target: String) -> String { "\(amount) von \(target)" }
    func nextAllowance(_ amount: String, _ moment: String) -> String { "Nächstes Taschengeld: \(amount), \(moment)" }
    func weeklyAllowance(_ amount: String) -> String { "Taschengeld: \(amount) pro Woche" }
    let paused = "ausgesetzt"

    let story = "Wie es bekannt wurde"
    func source(_ word: String) -> String {
        switch word {
        case "baseline": "Es war da, als das Beobachten begann."
        case "hint": "Der Hub hat es angekündigt, und ein Blick auf den Server hat es gefunden."
        case "scan": "Ein Blick auf den Server hat es ohne Ankündigung gefunden."
        default: word
        }
    }
    func heard(_ message: String, _ account: String) -> String { "\(message), gehört von \(account)" }
    func firstSeen(_ moment: String) -> String { "Hier bekannt seit \(moment)" }
    let toldNobody = "Niemandem wurde davon gemeldet."

    let target = "Wohin", state = "Stand", about = "Worum es geht", noAlerts = "Noch wurde nichts gemeldet."
    let retry = "Noch einmal senden", discard = "Aufgeben"
    func delivery(_ state: String) -> String {
        switch state {
        case "queued": "wartet"
        case "attempting": "wird gesendet"
        case "inDoubt": "vielleicht angekommen"
        case "delivered": "angenommen"
        case "skipped": "ausgelassen"
        case "dead": "gescheitert"
        case "discarded": "aufgegeben"
        default: state
        }
    }

    let healthy = "Alles ist gut."
    func problems(_ count: Int) -> String {
        count == 1 ? "Eine Sache braucht einen Blick." : "\(count) Dinge brauchen einen Blick."
    }
    let accounts = "Konten", targets = "Wohin gemeldet wird", lastScan = "Letzter Blick"
    func standing(_ word: String) -> String {
        switch word {
        case "live": "verbunden"
        case "polling": "schaut regelmäßig"
        case "working": "arbeitet"
        case "failing": "gestört"
        case "suspended": "macht nach Fehlern Pause"
        case "stopped": "steht"
        case "notConfigured": "nicht mehr eingerichtet"
        case "signInNeeded": "braucht eine Anmeldung"
        default: word
        }
    }
    let test = "Test senden", silences = "Stille"
    let beSilent = "In Ruhe lassen", howLong = "Wie lange", end = "Beenden"
    func span(hours: Int) -> String {
        hours == 1 ? "1 Stunde" : hours < 24 ? "\(hours) Stunden" : hours == 24 ? "1 Tag" : "\(hours / 24) Tage"
    }
    func silent(_ subject: String, until moment: String) -> String { "Niemand hört von \(subject) bis \(moment)" }
    func running(_ version: String, since moment: String) -> String { "PocketBell \(version), läuft seit \(moment)" }

    let done = "Erledigt.", notDone = "Das ging nicht.", back = "Zurück", nothingHere = "Hier ist nichts."
    let signedOut = "Dieser Browser ist nicht angemeldet."
    func signInHint(_ command: String) -> String { "Auf dem Rechner, auf dem PocketBell läuft: \(command)" }
    let severalParents = "Das kann mehr als ein Elternteil tun. Wähle, mit wessen Konto es geschieht."
    let formTooOld = "Das Formular war zu alt. Geh zurück, und versuch es noch einmal."
    let connectionLost = "PocketBell ist nicht zu erreichen: Diese Seite ist vielleicht alt."

    let signIn = "Anmelden", email = "E-Mail", password = "Passwort", server = "Server"
    let signInIntroduction = "Mit deinem Konto auf dem Familienserver."
    let wrongPassword = "E-Mail oder Passwort stimmt nicht."
    func wait(minutes: Int) -> String {
        "Zu viele Versuche. Warte \(minutes == 1 ? "eine Minute" : "\(minutes) Minuten")."
    }
    func serverSilent(_ reason: String?) -> String {
        "Der Familienserver war nicht zu fragen, und dieses Passwort ist von früher nicht bekannt\(reason.map { ": \($0)" } ?? ".")"
    }
    func overheard(_ address: String?) -> String {
        "Auf diesem Weg können andere mitlesen.\(address.map { " Nimm \($0)" } ?? "")"
    }
    let loginRefused = "Der Familienserver lässt diese Anmeldung nicht zu."
    let notOfHouse =
        "Dieses Konto sieht nicht alle Kinder, die es hier gibt: Auch auf dieser Seite darf es sie nicht sehen."
    func notKept(_ reason: String?) -> String { "Niemand kann sich anmelden\(reason.map { ": \($0)" } ?? ".")" }
    let browsers = "Angemeldete Browser", byLink = "Über einen Link von diesem Rechner", lastAsked = "zuletzt hier"
    let newAccount = "Noch ein Konto beobachten", serverAddress = "Adresse des Familienservers"
    let programs = "Bildschirme und Programme", makeToken = "Schlüssel erzeugen",
        mayApprove = "Darf Aufgaben bestätigen"
    let takeBack = "Zurücknehmen", feed = "Feed: alles"
    func feed(of child: String) -> String { "Feed: was \(child) wissen darf" }
    func tokenMade(_ target: String?) -> String {
        guard let target else {
            return
                "Er wird nur dieses Mal gezeigt. Wer folgt, schickt ihn an /feed/events, als 'Authorization: Bearer':"
        }
        return
            "Für \(target). Er wird nur dieses Mal gezeigt. Gib dort 'pocketbell desktop --sign-in' ein, und füge ihn ein:"
    }

    let copies = "Sicherungen", makeCopy = "Jetzt sichern", takeUp = "Zurückholen"
    func copiesKept(_ count: Int) -> String {
        "Auf der Platte dieses Rechners, die neuesten \(count). Für eine andere Platte gibt es den Befehl „pocketbell backup“."
    }
    let takingUp =
        "Was jetzt hier ist, wird beiseitegelegt, und die Sicherung kommt an seine Stelle. Was der Server seither hat, wird neu gelesen; niemand erfährt etwas zweimal."
    let copyComes =
        "Die Sicherung ist in wenigen Sekunden an ihrem Platz. Vielleicht ist dann eine neue Anmeldung nötig."

    let notices = "Was der Familienserver mitteilt", markAsRead = "Als gelesen markieren"
    let kept = "Was hier liegt", forgetOld = "Zu Altes vergessen", beginAnew = "Listen neu beginnen"
    let beginningAnew =
        "Listen, geholte Fotos und rohe Nachrichten werden hier vergessen und neu gelesen. Was wartet, was mitgeteilt wurde und Buchungen bleiben."
    func forgotten(rows: Int, pictures: Int) -> String { "Vergessen: \(rows) Zeilen, \(pictures) Bilder." }
    let sentBefore =
        "Dieses Formular wurde schon abgeschickt, und was es bestellt hat, gilt. Noch einmal abschicken bestellt auch dies."
    let accountsListed = "Wer beobachtet wird, steht in der Konfigurationsdatei (accounts)."
    let linkSpent = "Dieser Link ist verbraucht oder älter als eine Minute."
}
