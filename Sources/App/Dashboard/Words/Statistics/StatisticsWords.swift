import Values

/// What the view of statistics says besides what all views say, in one language.
protocol StatisticsWords: Sendable {
    /// What a picture shows as figures.
    var asTable: String { get }
    /// All children as one.
    var together: String { get }
    var balanceOverTime: String { get }
    /// What came and went.
    var byMonth: String { get }
    /// How far the spending of one month has come, beside another's.
    var spentSoFar: String { get }
    var goalsOverTime: String { get }
    /// One square a day.
    var yearOfDays: String { get }
    var month: String { get }
    var day: String { get }
    /// What is left of what came.
    var left: String { get }
    var difference: String { get }
    var price: String { get }
    /// Of a category that nobody named.
    var noCategory: String { get }
    /// How many months a figure is of.
    func months(_ count: Int) -> String
    func activeDays(_ count: Int) -> String
    /// Days begin where they do for the family server.
    var daysOfServer: String { get }
    var nothingYet: String { get }
    var goalsSince: String { get }
    /// Twelve, as short as on an axis.
    var shortMonths: [String] { get }
    /// Seven, Monday first.
    var shortWeekdays: [String] { get }
    /// A day as a language writes it, without its year.
    func date(_ date: CivilDate) -> String
}
