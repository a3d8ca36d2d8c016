import Glibc
import TestSupport
import Testing

@testable import Daemon

@Suite("What the process has from whoever started it")
struct ProcessEnvironmentTests {
    @Test("the environment is the process's, with all of a value")
    func variables() {
        setenv("POCKETBELL_TEST_VALUE", "a=b=c", 1)
        defer { unsetenv("POCKETBELL_TEST_VALUE") }
        #expect(ProcessEnvironment.variables["POCKETBELL_TEST_VALUE"] == "a=b=c")
        #expect(ProcessEnvironment.variables["PATH"] != nil)
    }

    @Test("a path is completed by its folder, also of a file that is gone, and a link stays a link")
    func complete() throws {
        let folder = try TemporaryFolder()
        let here = String(cString: try #require(realpath(".", nil)))
        #expect(ProcessEnvironment.complete("config.yaml") == "\(here)/config.yaml")
        #expect(ProcessEnvironment.complete("/config.yaml") == "/config.yaml")
        #expect(ProcessEnvironment.complete("\(folder.path)/../gone.yaml") == "/tmp/gone.yaml")
        try #require(symlink("/etc/hosts", "\(folder.path)/link") == 0)
        #expect(ProcessEnvironment.complete("\(folder.path)/./link") == "\(folder.path)/link")
        #expect(ProcessEnvironment.complete("\(folder.path)/none/a.yaml") == "\(folder.path)/none/a.yaml")
    }
}
