import Control
import Images
import TestSupport
import Testing

@testable import Daemon

@Suite("Photos that the program takes")
struct PhotoRulesTests {
    private func bytes(_ name: String) throws -> [UInt8] {
        try TextFile.bytes(of: RealParts.packageFolder + "/Tests/Fuzz/Corpus/picture/" + name)
    }

    @Test("are bare ones, whoever asks: what a camera wrote is never kept")
    func bare() throws {
        try PhotoRules.check(bytes("plain"))
        let refusal = #expect(throws: ControlAnswer.Refusal.self) { try PhotoRules.check(bytes("turned")) }
        #expect(refusal?.message.contains("says more than what is seen") == true)
        #expect(refusal?.hint?.contains("chores done") == true)
    }

    @Test("are pictures, and no larger than may be sent")
    func pictures() throws {
        #expect(throws: ControlAnswer.Refusal.self) { try PhotoRules.check(Array("<html>".utf8)) }
        #expect(throws: ControlAnswer.Refusal.self) { try PhotoRules.check([]) }
        let plain = try bytes("plain")
        let padding = [UInt8](repeating: 0, count: PhotoRules.limits.bytes + 1 - plain.count)
        #expect(throws: ControlAnswer.Refusal.self) { try PhotoRules.check(plain + padding) }
    }
}
