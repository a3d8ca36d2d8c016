import Terminal
import Testing

@testable import Commands

@Suite("What a table shows where there is little room")
struct TableLayoutTests {
    private func column(_ width: Int, least: Int? = nil, _ rank: TableLayout.Rank = .essential) -> TableLayout.Column {
        TableLayout.Column(width: width, least: least ?? width, rank: rank)
    }

    private func widths(_ columns: [TableLayout.Column], room: Int?) -> [Int: Int] {
        Dictionary(uniqueKeysWithValues: TableLayout(columns, room: room).places.map { ($0.column, $0.width) })
    }

    @Test("what fits is whole, with a gap of two between columns")
    func whole() {
        let columns = [column(10), column(8, least: 3), column(5, .extra)]
        #expect(widths(columns, room: 27) == [0: 10, 1: 8, 2: 5])
        #expect(widths(columns, room: nil) == [0: 10, 1: 8, 2: 5])
    }

    @Test("details are there only where all fits, and never where nothing is limited: nobody asked for them")
    func details() {
        let columns = [column(10), column(36, .detail)]
        #expect(widths(columns, room: 48) == [0: 10, 1: 36])
        #expect(widths(columns, room: 47) == [0: 10])
        #expect(widths(columns, room: nil) == [0: 10])
    }

    @Test("the widest is cut first, each down to its least")
    func cut() {
        let columns = [column(20, least: 5), column(12, least: 5), column(6)]
        #expect(widths(columns, room: 36) == [0: 14, 1: 12, 2: 6])
        #expect(widths(columns, room: 26) == [0: 8, 1: 8, 2: 6])
        #expect(widths(columns, room: 20) == [0: 5, 1: 5, 2: 6])
    }

    @Test("extras go from the right, but only where cutting does not help")
    func extras() {
        let columns = [column(20, least: 10), column(9, .extra), column(9, .extra)]
        #expect(widths(columns, room: 32) == [0: 10, 1: 9, 2: 9])
        #expect(widths(columns, room: 31) == [0: 20, 1: 9])
        #expect(widths(columns, room: 20) == [0: 20])
        #expect(widths(columns, room: 15) == [0: 15])
    }

    @Test("what is essential and cannot be cut stays, however narrow it is")
    func overflow() {
        #expect(widths([column(30), column(30)], room: 40) == [0: 30, 1: 30])
        #expect(widths([], room: 40) == [:])
    }

    @Test("no layout is wider than the room where it could be narrower, whatever the columns", arguments: 0..<200)
    func always(_ seed: Int) {
        var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let ranks: [TableLayout.Rank] = [.essential, .essential, .extra, .detail]
        let columns = (0...next(8)).map { _ in
            let width = next(60)
            return column(width, least: next(2) == 0 ? nil : min(width, next(20)), ranks[next(4)])
        }
        let room = 20 + next(200)
        let layout = TableLayout(columns, room: room)
        let total = layout.places.reduce(0) { $0 + $1.width } + 2 * max(0, layout.places.count - 1)
        let essential = columns.filter { $0.rank == .essential }
        let least = essential.reduce(0) { $0 + $1.least } + 2 * max(0, essential.count - 1)
        #expect(total <= max(room, least))
        #expect(layout.places.map(\.column) == layout.places.map(\.column).sorted())
        for place in layout.places { #expect(columns[place.column].least...columns[place.column].width ~= place.width) }
        let shown = Set(layout.places.map(\.column))
        for index in columns.indices where columns[index].rank == .essential { #expect(shown.contains(index)) }
    }
}
