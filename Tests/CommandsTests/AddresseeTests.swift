import Configuration
import Glibc
import TestSupport
import Testing

@testable import Commands
@testable import Daemon

@Suite("The program that a command is for", .timeLimit(.minutes(1)))
struct AddresseeTests {
    private func context(_ file: String? = nil, user: Bool = false, system: Bool = false) -> CommandContext {
        CommandContext(configurationFile: file, isJSON: false, user: user, system: system)
    }

    @Test("is what the command line names, else whichever there is")
    func choices() throws {
        #expect(try context().choice() == .usual)
        #expect(try context("/a.yaml").choice() == .file)
        #expect(try context(user: true).choice() == .user)
        #expect(try context(system: true).choice() == .system)
    }

    @Test(
        "is named once: two names are refused with what to do",
        arguments: [("/a.yaml", true, false), ("/a.yaml", false, true), (nil, true, true), ("/a.yaml", true, true)])
    func twice(_ file: String?, _ user: Bool, _ system: Bool) {
        let error = #expect(throws: DaemonError.self) { try context(file, user: user, system: system).choice() }
        #expect(error?.kind == .usage && error?.hint == "give one of them, or none")
    }

    @Test("is the one of --user or --system although the environment names a file, and else that file's")
    func environment() throws {
        setenv("POCKETBELL_CONFIG", "/of/the/environment.yaml", 1)
        defer { unsetenv("POCKETBELL_CONFIG") }
        let file = "/of/the/environment.yaml"
        #expect(try context(file, user: true).choice() == .user)
        #expect(try context(file, system: true).choice() == .system)
        #expect(try context(file).choice() == .file)
        #expect(throws: DaemonError.self) { try context(file, user: true, system: true).choice() }
    }

    @Test("is the running one of the file's state folder, else the files themselves")
    func ofFile() async throws {
        try await RunningFixture.with { fixture async throws in
            guard case .program(let program) = try await Addressee.find(fixture.context) else {
                Issue.record("not the running one")
                return
            }
            #expect(program.socket == fixture.socket)
            let other = try fixture.folder.write("state: \(fixture.folder.path)/other\n", to: "other.yaml")
            guard case .files(let configuration) = try await Addressee.find(context(other)) else {
                Issue.record("not the files")
                return
            }
            #expect(configuration.file == other)
        }
    }

    @Test("with another file than the one that is named, that is said; with the same one, also by a link, nothing is")
    func otherFile() throws {
        let folder = try TemporaryFolder()
        let own = try folder.write("", to: "own.yaml"), other = try folder.write("", to: "other.yaml")
        let link = "\(folder.path)/link.yaml"
        try #require(symlink(own, link) == 0)
        func warning(_ running: String?, _ asked: String?) -> String? {
            let program = RunningProgram(
                socket: "/s", stateFolder: "/state", configurationFile: running, timeZone: nil)
            return Addressee.warning(of: program, askedBy: asked)
        }
        #expect(warning(own, own) == nil && warning(own, link) == nil && warning(own, nil) == nil)
        let said = warning(own, other)
        #expect(said?.contains(own) == true && said?.contains(other) == true)
        #expect(warning(nil, other)?.contains("no file at all") == true)
    }

    @Test("is found although its file was broken or removed since", arguments: ["state: [", "targets: 5\n", nil])
    func brokenSince(_ text: String?) async throws {
        try await RunningFixture.with { fixture async throws in
            let broken = text.map { "state: \(fixture.folder.path)/state\n" + $0 }
            if let broken { try fixture.folder.write(broken, to: "config.yaml") }
            // Without a file nothing shows the folder: only the usual one is looked into, and that is nobody's here.
            if text == nil { unlink(fixture.file) }
            let found = try? await Addressee.find(fixture.context)
            if case .program(let program)? = found {
                #expect(text != nil && program.socket == fixture.socket)
            } else {
                #expect(text == nil)
            }
        }
    }

    @Test("is not a program that runs with another file, whatever folder the broken one shows")
    func anotherFile() async throws {
        try await RunningFixture.with { fixture async throws in
            let other = try fixture.folder.write("state: \(fixture.folder.path)/state\ntargets: 5\n", to: "other.yaml")
            await #expect(throws: ConfigurationErrors.self) { _ = try await Addressee.find(context(other)) }
        }
    }

    @Test("the machine's socket is there, or forbidden, or neither")
    func sockets() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "control.sock", mode: 0o600)
        #expect(MachineService.isThere(file) && !MachineService.isForbidden(file))
        #expect(!MachineService.isThere("\(folder.path)/none") && !MachineService.isForbidden("\(folder.path)/none"))
    }
}
