import TextFormats
import Values

struct Spanish: Vocabulary {
    let money = MoneyNotation.pointed
    func isOne(_ count: Int) -> Bool { count == 1 }
    func moment(_ moment: ReadableMoment) -> String {
        switch moment.day {
        case .today: moment.clock.hourAndMinute
        case .yesterday: "ayer a \(Self.hour(moment.clock))"
        case .tomorrow: "mañana a \(Self.hour(moment.clock))"
        case .ofThisYear(let date):
            "\(Self.weekdays[date.weekday - 1]) \(Self.text(date)) a \(Self.hour(moment.clock))"
        case .ofAnotherYear(let date): "\(Self.text(date)) \(date.year) a \(Self.hour(moment.clock))"
        }
    }
    func since(_ moment: ReadableMoment) -> String {
        switch moment.day {
        case .today: "desde \(Self.hour(moment.clock))"
        case .yesterday, .tomorrow: "desde \(self.moment(moment))"
        case .ofThisYear, .ofAnotherYear: "desde el \(self.moment(moment))"
        }
    }

    func verb(isCredit: Bool) -> String { isCredit ? "ha recibido" : "ha gastado" }
    func withdrawnVerb(isCredit: Bool) -> String { "al final no \(verb(isCredit: isCredit))" }
    let lowBalanceVerb = "solo tiene"
    func below(_ threshold: String) -> String { "menos de \(threshold)" }
    func deed(_ child: String, _ verb: String, _ amount: String, _ description: String) -> String {
        "\(child) \(verb) \(amount): \(description)"
    }
    func transaction(_ deed: String, balance: String) -> String { "\(deed) (saldo: \(balance))" }
    func withdrawn(_ deed: String, balance: String) -> String {
        "\(deed) (el servidor ya no lo muestra; saldo: \(balance))"
    }
    func lowBalance(_ child: String, _ balance: String, _ below: String) -> String {
        "\(child) \(lowBalanceVerb) \(balance), \(below)"
    }

    let transactionTitle = "Dinero de bolsillo"
    let withdrawnTitle = "Anulado"
    let lowBalanceTitle = "Saldo bajo"
    let problemTitle = "PocketBell tiene un problema"
    let recoveryTitle = "PocketBell vuelve a funcionar"

    func problem(_ sentence: String, _ since: String) -> String { "\(since): \(sentence)" }
    func recovery(_ sentence: String, _ since: String) -> String { "\(sentence), tras problemas \(since)" }
    let moneyProblem = "algo sobre el dinero necesita una revisión; véase: pocketbell status"

    let foundLate = "detectado tarde"
    let mayBeRepeat = "puede ser una repetición"
    func reminder(_ number: Int, of count: Int) -> String { "recordatorio \(number) de \(count)" }
    let seenByNobody = "nadie lo ha visto todavía"
    let separator = "; "
    let open = "Abrir"
    func handled(_ title: String) -> String { "✓ Resuelto: \(title)" }
    func standing(_ child: String, _ balance: String) -> String { "\(child): \(balance)" }
    let seen = "Visto"

    func alerts(_ count: Int) -> String { counted(count, "aviso", "avisos") }
    func newest(_ count: Int) -> String { isOne(count) ? "El más reciente:" : "Los \(count) más recientes:" }
    func more(_ count: Int) -> String { "\(count) más" }
    func line(_ text: String, at moment: String) -> String { "\(moment): \(text)" }

    let summaryTitle = "La semana"
    func week(_ child: String, income: String, spending: String, count: Int, balance: String) -> String {
        "\(child): recibió \(income), gastó \(spending) (\(counted(count, "movimiento", "movimientos"))), saldo: \(balance)"
    }
    func quietWeek(_ child: String, balance: String) -> String { "\(child): sin movimientos, saldo: \(balance)" }
    func goal(_ name: String, saved: String, of target: String, isNew: Bool) -> String {
        "\(isNew ? "nuevo objetivo" : "ahorra para") \(name): \(saved) de \(target)"
    }
    let drillTitle = "Simulacro: no ha pasado nada"
    let drill = "Este simulacro muestra que los avisos llegan aquí. No ha pasado nada."

    let sampleName = "Prueba"
    let sampleDescription = "una prueba de este destino por PocketBell; no ha pasado nada"
    let sampleNotes = "aquí va lo que alguien haya anotado"

    let alertsName = "Avisos"
    let balanceName = "Saldo"
    let lastTransactionName = "Último movimiento"
    let waitingChoresName = "Tareas por revisar"

    /// The hour has an article: one o'clock another one than all others.
    private static func hour(_ clock: LocalTime) -> String {
        "\(clock.secondOfDay / 3_600 == 1 ? "la" : "las") \(clock.hourAndMinute)"
    }

    static func text(_ date: CivilDate) -> String { "\(date.day) \(months[date.month - 1])" }

    static let weekdays = ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"]
    private static let months = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"]
}
