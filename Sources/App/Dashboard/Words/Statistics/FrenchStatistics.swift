import Values

struct FrenchStatistics: StatisticsWords {
    let asTable = "En tableau", together = "Ensemble"
    let balanceOverTime = "Le solde au fil du temps", byMonth = "Par mois"
    let spentSoFar = "Ce mois-ci à côté du précédent"
    let goalsOverTime = "Les objectifs au fil du temps", yearOfDays = "Jour après jour"
    let month = "Mois", day = "Jour", left = "Reste", difference = "Différence", price = "Prix"
    let noCategory = "sans catégorie"
    func months(_ count: Int) -> String { count < 2 ? "Un mois" : "\(count) mois" }
    func activeDays(_ count: Int) -> String {
        count == 1 ? "Quelque chose a bougé un jour" : "Quelque chose a bougé pendant \(count) jours"
    }
    let daysOfServer =
        "Les jours et les mois sont ceux du serveur familial (UTC). Ce qu’il n’a pas encore n’est pas dans ces chiffres."
    let nothingYet = "Il n’y a rien à montrer de cette période."
    let goalsSince = "Depuis que PocketBell les voit : le serveur ne garde pas l’histoire des objectifs."
    let shortMonths = [
        "janv.", "févr.", "mars", "avril", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc.",
    ]
    let shortWeekdays = ["lun", "mar", "mer", "jeu", "ven", "sam", "dim"]
    func date(_ date: CivilDate) -> String { "\(date.day)\(date.day == 1 ? "er" : "") \(shortMonths[date.month - 1])" }
}
