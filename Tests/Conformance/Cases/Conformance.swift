import Testing

/// The protocol's list of cases, each a test with its number. One after the other: the servers of a run are shared, and two
/// cores are not many.
@Suite("Conformance", .serialized, .timeLimit(.minutes(2)))
struct Conformance {
    @Test("0. The list is whole")
    func list() throws {
        Recorder.recordTable()
        #expect(ConformanceCase.all.map(\.number) == Array(1...115))
        #expect(Set(ConformanceCase.all.map(\.title)).count == 115)
    }
}
