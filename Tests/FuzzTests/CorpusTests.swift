import Glibc
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
        let names = try #require(fileNames(in: folder), "there is no folder \(folder)")
        return try names.map { name in (name, try #require(bytes(of: folder + "/" + name))) }
    }

    private static let corpus =
        "\(#filePath)".split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Fuzz/Corpus"

    private static func fileNames(in folder: String) -> [String]? {
        guard let directory = opendir(folder) else { return nil }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    private static func bytes(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }
}
