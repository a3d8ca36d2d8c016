import Glibc
import TestSupport
import Testing

@testable import Commands

@Suite("The page of states")
struct StatesPageTests {
    @Test("docs/states.md is what the machines do")
    func page() throws {
        let file = "\(RealParts.packageFolder)/docs/states.md"
        if getenv("POCKETBELL_RECORD") != nil { try TextFile.write(Array(StatesPage.text.utf8), to: file, mode: 0o644) }
        #expect(try TextFile.read(file) == StatesPage.text, "POCKETBELL_RECORD=1 writes it anew")
    }

    @Test("every state has a result for every event, no state stands twice, and a machine's results are its own states")
    func total() {
        for table in StatesPage.tables {
            #expect(!table.rows.isEmpty && Set(table.rows.map(\.state)).count == table.rows.count, "\(table.title)")
            for row in table.rows {
                #expect(row.results.count == table.events.count && row.results.allSatisfy { !$0.isEmpty })
            }
        }
        for table in [EntryStates.lane, EntryStates.stored] {
            #expect(table.rows.flatMap(\.results).allSatisfy { result in table.rows.contains { $0.state == result } })
        }
        // What is told besides the state stands behind it.
        for table in [HubConnectionStates.connection, LaneStates.lane] {
            let states = table.rows.map(\.state)
            #expect(
                table.rows.flatMap(\.results).allSatisfy { result in
                    states.contains { result == $0 || result.hasPrefix("\($0), ") }
                })
        }
    }

    @Test("a state that nothing leads out of is no state of the machines, but for the end")
    func exits() {
        for table in [
            StatesPage.scans, StatesPage.progress, EntryStates.lane, HubConnectionStates.connection, LaneStates.lane,
        ] {
            for row in table.rows where row.state != "`stopped`" {
                #expect(row.results.contains { $0 != row.state }, "\(table.title): \(row.state)")
            }
        }
        let ended = EntryStates.stored.rows.filter { row in row.results.allSatisfy { $0 == row.state } }.map(\.state)
        #expect(ended == ["`confirmed`", "`superseded`", "`discarded`"])
        #expect(StatesPage.scans.rows.last?.results.allSatisfy { $0 == "`stopped`" } == true)
    }

    @Test("a table shows what a machine does, and a dot where it stays")
    func markdown() {
        func switched(_ isOn: inout Bool) -> String {
            isOn.toggle()
            return isOn ? "on" : "off"
        }
        func looked(_ isOn: inout Bool) -> String { isOn ? "on" : "off" }
        let events: [(String, (inout Bool) -> String)] = [("switched", switched), ("looked at", looked)]
        let table = TransitionTable(
            "Lamp", "It shines or not.", states: [("on", true), ("off", false)], events: events)
        #expect(
            table.markdown == """
                ## Lamp

                It shines or not.

                | state | switched | looked at |
                |---|---|---|
                | **on** | off | · |
                | **off** | on | · |

                """)
    }
}
