import Values

struct GermanStatistics: StatisticsWords {
    let asTable = "Als Tabelle", together = "Zusammen"
    let balanceOverTime = "Kontostand im Lauf der Zeit", byMonth = "Nach Monaten"
    let spentSoFar = "Dieser Monat neben dem letzten"
    let goalsOverTime = "Sparziele im Lauf der Zeit", yearOfDays = "Tag für Tag"
    let month = "Monat", day = "Tag", left = "Übrig", difference = "Unterschied", price = "Preis"
    let noCategory = "ohne Kategorie"
    func months(_ count: Int) -> String { count == 1 ? "Ein Monat" : "\(count) Monate" }
    func activeDays(_ count: Int) -> String {
        count == 1 ? "An einem Tag hat sich etwas bewegt" : "An \(count) Tagen hat sich etwas bewegt"
    }
    let daysOfServer =
        "Tage und Monate sind die des Familienservers (UTC). Was der Server noch nicht hat, ist in diesen Zahlen nicht dabei."
    let nothingYet = "Aus dieser Zeit gibt es nichts zu zeigen."
    let goalsSince = "So weit zurück, wie PocketBell sie gesehen hat: Der Server bewahrt keine früheren Stände auf."
    let shortMonths = ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"]
    let shortWeekdays = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]
    func date(_ date: CivilDate) -> String { "\(date.day).\(date.month)." }
}
