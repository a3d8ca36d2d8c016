import Testing

@testable import Control

@Suite("Ids that a hint names")
struct DistinctIDTests {
    @Test("are as long as tells them apart, and no shorter than lists show them")
    func length() {
        #expect(OrderAPI.distinct(["aaaaaaaabbbb1", "aaaaaaaacccc2"]) == ["aaaaaaaab", "aaaaaaaac"])
        #expect(OrderAPI.distinct(["0123456789", "9876543210"]) == ["01234567", "98765432"])
        #expect(OrderAPI.distinct(["a", "b"]) == ["a", "b"])
        #expect(OrderAPI.distinct(["aaaaaaaaaaaa", "aaaaaaaaaaaab"]) == ["aaaaaaaaaaaa", "aaaaaaaaaaaab"])
        #expect(OrderAPI.distinct([]).isEmpty)
    }
}
