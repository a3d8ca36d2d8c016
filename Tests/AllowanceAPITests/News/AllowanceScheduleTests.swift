import AllowanceAPI
import Testing
import Values

/// All moments are of March 2026, whose 7th is a Saturday; `known` is the 2nd unless a test says otherwise.
@Suite("An allowance that did not come")
struct AllowanceScheduleTests {
    private func at(_ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Timestamp {
        AllowanceSchedule.start(of: CivilDate(year: 2026, month: 3, day: day)).advanced(
            by: .seconds(hour * 3_600 + minute * 60))
    }

    private func schedule(last: Int? = 1, day: String? = nil, amount: String = "10.00") -> AllowanceSchedule? {
        let last = last.map { #""\#(at($0, 10))""# } ?? "null"
        let day = day.map { #""\#($0)""# } ?? "null"
        return AllowanceSchedule(
            settings: #"{"weeklyAllowance":"\#(amount)","allowanceDay":\#(day),"lastAllowanceAt":\#(last)}"#)
    }

    private func missed(
        _ schedule: AllowanceSchedule?, at now: Timestamp, known: Timestamp? = nil, changes: [String] = []
    ) -> Int? { schedule?.missed(at: now, known: known ?? at(2), changes: changes)?.day }

    @Test("seven days after the last it is due; noon of the next day is the last moment")
    func week() {
        #expect(missed(schedule(), at: at(9, 11, 59)) == nil && missed(schedule(), at: at(9, 12)) == 8)
        #expect(missed(schedule(), at: at(16, 11)) == 8 && missed(schedule(), at: at(16, 12)) == 15)
        #expect(missed(schedule(last: 8), at: at(9, 12)) == nil, "it came")
    }

    @Test("a child with a day of its own is paid on that day, a week after the last at the earliest")
    func weekday() {
        for word in ["Saturday", "saturday", "6"] {
            let paid = schedule(last: 1, day: word)
            #expect(missed(paid, at: at(15, 11)) == nil && missed(paid, at: at(15, 12)) == 14)
        }
        #expect(missed(schedule(last: 7, day: "Saturday"), at: at(15, 12)) == 14)
        #expect(missed(schedule(last: 1, day: "Sunday"), at: at(9, 12)) == 8)
        #expect(missed(schedule(last: 1, day: "Someday"), at: at(9, 12)) == 8, "a word of a later server is no day")
    }

    @Test("what was never paid is due on the next day, or on the next of its days")
    func never() {
        #expect(missed(schedule(last: nil), at: at(4, 12)) == 3)
        #expect(missed(schedule(last: nil, day: "Saturday"), at: at(8, 12)) == 7)
    }

    @Test("nothing is due where nothing is paid, nor before the schedule was known")
    func unknown() {
        #expect(schedule(amount: "0.00") == nil)
        #expect(missed(schedule(), at: at(9, 12), known: at(8, 10, 1)) == nil)
        #expect(missed(schedule(), at: at(9, 12), known: at(8, 10)) == 8)
        #expect(missed(schedule(), at: at(16, 12), known: at(9)) == 15)
    }

    @Test("nothing is due while it is paused, whether then or now")
    func paused() {
        func change(_ action: String, _ moment: Timestamp) -> String { #"{"action":"\#(action)","at":"\#(moment)"}"# }
        let pause = change("paused", at(7))
        #expect(missed(schedule(), at: at(9, 12), changes: [pause]) == nil)
        #expect(missed(schedule(), at: at(9, 12), changes: [change("resumed", at(8, 9)), pause]) == 8)
        #expect(missed(schedule(), at: at(9, 12), changes: [change("resumed", at(8, 11)), pause]) == nil)
        #expect(missed(schedule(), at: at(9, 12), changes: [change("paused", at(9))]) == nil)
        #expect(missed(schedule(), at: at(9, 12), changes: [change("amountChanged", at(7))]) == 8)
    }
}
