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
