import Configuration
import TestSupport
import Testing

@testable import Commands

@Suite("What commands start from")
struct CommandContextTests {
    @Test("a configuration that can be used is read")
    func good() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("state: \(folder.path)/state\n", to: "config.yaml")
        let configuration = CommandContext(configurationFile: file, isJSON: false).configuration()
        #expect(configuration?.state == "\(folder.path)/state")
    }

    @Test("one with a mistake, or that is not there, is refused", arguments: ["state: [", nil])
    func bad(text: String?) throws {
        let folder = try TemporaryFolder()
        if let text { try folder.write(text, to: "config.yaml") }
        let context = CommandContext(configurationFile: "\(folder.path)/config.yaml", isJSON: true)
        #expect(context.configuration() == nil)
    }
}
