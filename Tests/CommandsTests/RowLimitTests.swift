import Testing
import TextFormats

@testable import Commands

@Suite("How many rows a list has")
struct RowLimitTests {
    private func limit(
        _ named: Int? = nil, isJSON: Bool = false, isCSV: Bool = false, _ filter: ListFilter = ListFilter()
    ) -> RowLimit {
        let context = CommandContext(configurationFile: nil, isJSON: isJSON)
        return RowLimit(named, context, ListOptions(isCSV: isCSV), filter)
    }

    @Test("a person gets the newest 20; a program, and who asks for a time, all that is listed at once")
    func count() {
        #expect(limit().count == 20 && limit(ListFilter(child: "Ann")).count == 20)
        #expect(limit(isJSON: true).count == 10_000 && limit(isCSV: true).count == 10_000)
        #expect(limit(ListFilter(since: .daysAgo(1))).count == 10_000)
        #expect(limit(ListFilter(until: .daysAgo(1))).count == 10_000)
        #expect(limit(5, isJSON: true, ListFilter(since: .daysAgo(1))).count == 5)
    }

    private func limit(_ filter: ListFilter) -> RowLimit { limit(nil, filter) }

    @Test("where rows may be missing whoever reads is told, unless it is a program that has named the count")
    func remark() {
        for isRead in [false, true] {
            #expect(limit().remark(rows: 19, isRead: isRead) == nil)
            #expect(limit().remark(rows: 20, isRead: isRead) == "the newest 20; more: --limit N")
            #expect(limit(isJSON: true).remark(rows: 9_999, isRead: isRead) == nil)
            for most in [limit(isJSON: true), limit(10_000)] {
                #expect(
                    most.remark(rows: 10_000, isRead: isRead)?.hasPrefix("the newest 10000, which is the most") == true)
            }
        }
        #expect(limit(5).remark(rows: 5, isRead: true) == "the newest 5; more: --limit N")
        #expect(limit(5).remark(rows: 5, isRead: false) == nil)
    }
}
