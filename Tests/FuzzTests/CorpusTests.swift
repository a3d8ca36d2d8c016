import TestSupport
import Testing

/// Replays the inputs that fuzzing kept: each reached code that no other did, or broke a promise once.
@Suite struct CorpusTests {
    @Test("the kept inputs of fuzzing break no promise", arguments: FuzzTarget.allCases)
    func replays(_ target: FuzzTarget) throws {
        let inputs = try Self.inputs(of: target)
        #expect(inputs.count >= 5, "the corpus of \(target.rawValue) is there")
        for (name, input) in inputs {
            #expect(throws: Never.self, "\(target.rawValue)/\(name)") { try target.run(input) }
        }
    }

    @Test("an input that breaks a promise is told", arguments: [[1], [2]])
    func tells(_ input: [UInt8]) {
        #expect(throws: BrokenPromise.self) { try promise(input == [3], "the input is 3") }
    }

    @Test("bytes short of a choice and of cuts are inputs too", arguments: FuzzTarget.allCases)
    func takesShortInputs(_ target: FuzzTarget) throws {
        try target.run([])
        for byte in UInt8.min...UInt8.max { try target.run([byte]) }
    }

    private static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let folder = corpus + "/" + target.rawValue
        let names = Folder.names(in: folder).filter { !$0.hasPrefix(".") }.sorted()
        return try names.map { ($0, try TextFile.bytes(of: folder + "/" + $0)) }
    }

    private static let corpus = RealParts.packageFolder + "/Tests/Fuzz/Corpus"
}
