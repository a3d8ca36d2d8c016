import Settings
import Testing
import TextFormats

@testable import Configuration

@Suite("What the store may take")
struct ConfigurationStoreTests {
    private func load(_ text: String) throws -> StoreSettings? {
        let file = try TemporaryFile(text)
        return try Configuration.load(path: file.path, environment: ["HOME": "/home/pat"]).store
    }

    @Test("left out it is as usual; what is said is said in units")
    func keys() throws {
        #expect(try load("rules: []\n") == nil)
        let usual = try load("store: {}\n")
        #expect(usual?.ballast == 16 << 20 && usual?.keep == nil)
        let own = try load("store: {ballast: 0MiB, keep: {history: 365d}}\n")
        #expect(own?.ballast == 0 && own?.keep?.history == .seconds(365 * 86_400))
        #expect(own?.keep?.messages == .seconds(14 * 86_400))
    }

    @Test(
        "what is out of bounds is refused",
        arguments: [
            "{ballast: 16}", "{ballast: 2GiB}", "{keep: {history: 1h}}", "{keep: {messages: 1m}}", "{kept: 1d}",
        ])
    func mistakes(_ text: String) {
        #expect(throws: ConfigurationErrors.self) { try load("store: \(text)\n") }
    }

    @Test("sizes have a unit, and what is too much is told with both ends")
    func sizes() throws {
        let format = TextFormat<Int>.size(in: 0...(1 << 30))
        #expect(try format.parse("0MiB") == 0 && format.parse("512KiB") == 512 << 10)
        #expect(try format.parse("16MiB") == 16 << 20 && format.parse("1GiB") == 1 << 30)
        for (text, message) in [
            ("16", "needs a unit"), ("16MB", "must be a size"), ("MiB", "must be a size"), ("-1MiB", "must be a size"),
            ("1.5MiB", "must be a size"), ("2GiB", "must be 0KiB to 1GiB"), ("", "needs a unit"),
            ("9223372036854775807GiB", "must be 0KiB to 1GiB"), ("99999999999999999999MiB", "must be a size"),
        ] where !text.isEmpty {
            let error = #expect(throws: TextFormatError.self) { try format.parse(text) }
            #expect(error?.message == message, "\(text)")
        }
    }
}
