import Values

struct EnglishStatistics: StatisticsWords {
    let asTable = "As a table", together = "Together"
    let balanceOverTime = "Balance over time", byMonth = "By month", spentSoFar = "This month beside the last"
    let goalsOverTime = "Goals over time", yearOfDays = "Day by day"
    let month = "Month", day = "Day", left = "Left", difference = "Difference", price = "Price"
    let noCategory = "no category"
    func months(_ count: Int) -> String { count == 1 ? "One month" : "\(count) months" }
    func activeDays(_ count: Int) -> String {
        count == 1 ? "Something moved on one day" : "Something moved on \(count) days"
    }
    let daysOfServer =
        "Days and months are those of the family server (UTC). What is not on the server yet is not in these figures."
    let nothingYet = "There is nothing to show of this time."
    let goalsSince = "As far back as PocketBell has seen them: the server keeps no history of goals."
    let shortMonths = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let shortWeekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    func date(_ date: CivilDate) -> String { "\(date.day) \(shortMonths[date.month - 1])" }
}
