import Testing

@testable import Control

@Suite("Commands of one program")
struct ProgramCommandsTests {
    @Test("sentences name the file that is read, wherever it is")
    func file() {
        #expect(ProgramCommands(isService: false, namedFile: nil).file == "~/.config/pocketbell/pocketbell.yaml")
        #expect(ProgramCommands(isService: false, namedFile: nil, ownFile: "/x/p.yaml").file == "/x/p.yaml")
        #expect(ProgramCommands(isService: false, namedFile: "/n.yaml", ownFile: "/x/p.yaml").file == "/n.yaml")
        #expect(ProgramCommands(isService: true, namedFile: nil, ownFile: "/x").file.hasPrefix("/etc/"))
    }
}
