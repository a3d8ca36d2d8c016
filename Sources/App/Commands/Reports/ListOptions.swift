import Control

/// How a list is shown to people.
package struct ListOptions: Sendable {
    let isCSV: Bool
    let showsIDs: Bool
    let mayPage: Bool

    /// - Parameters:
    ///   - isCSV: comma-separated values instead of a table.
    ///   - showsIDs: also on a terminal that is too narrow for them.
    ///   - mayPage: whether a list that is longer than the screen is shown by the person's pager.
    package init(isCSV: Bool = false, showsIDs: Bool = false, mayPage: Bool = true) {
        self.isCSV = isCSV
        self.showsIDs = showsIDs
        self.mayPage = mayPage
    }
}

/// How many rows a list has at most, the newest first.
struct RowLimit: Sendable, Equatable {
    let count: Int
    /// Who has named the count knows that there may be more.
    private let isNamed: Bool

    /// A person gets a screenful. Who asks for a time, or has a program read, gets all that the program gives at once: a row that is
    /// missing would be missed by nobody.
    ///
    /// - Parameter named: as the person named it; `nil` where nobody did.
    init(_ named: Int?, _ context: CommandContext, _ options: ListOptions, _ filter: ListFilter) {
        let wantsAll = context.isJSON || options.isCSV || filter.since != nil || filter.until != nil
        count = named ?? (wantsAll ? ControlAPI.longestList : 20)
        isNamed = named != nil
    }

    /// What to say of a list with so many rows; `nil` where none is missing, or where whoever reads has named the count.
    ///
    /// - Parameter isRead: whether a person reads it.
    func remark(rows: Int, isRead: Bool) -> String? {
        guard rows >= count else { return nil }
        if count >= ControlAPI.longestList {
            return "the newest \(count), which is the most that is listed at once; older ones: --to TIME"
        }
        return isNamed && !isRead ? nil : "the newest \(count); more: --limit N"
    }
}
