import Values

struct SpanishStatistics: StatisticsWords {
    let asTable = "Como tabla", together = "Juntos"
    let balanceOverTime = "El saldo en el tiempo", byMonth = "Por meses"
    let spentSoFar = "Este mes junto al anterior"
    let goalsOverTime = "Las metas en el tiempo", yearOfDays = "Día a día"
    let month = "Mes", day = "Día", left = "Queda", difference = "Diferencia", price = "Precio"
    let noCategory = "sin categoría"
    func months(_ count: Int) -> String { count == 1 ? "Un mes" : "\(count) meses" }
    func activeDays(_ count: Int) -> String {
        count == 1 ? "Algo se movió un día" : "Algo se movió en \(count) días"
    }
    let daysOfServer =
        "Los días y los meses son los del servidor familiar (UTC). Lo que aún no está en él no está en estas cifras."
    let nothingYet = "No hay nada que mostrar de este tiempo."
    let goalsSince = "Desde que PocketBell las ve: el servidor no guarda la historia de las metas."
    let shortMonths = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"]
    let shortWeekdays = ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"]
    func date(_ date: CivilDate) -> String { "\(date.day) \(shortMonths[date.month - 1])" }
}
