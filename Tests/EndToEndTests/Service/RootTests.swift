import Glibc
import TestSupport
import Testing

/// Root's commands on the state folder of a service that runs as another user.
@Suite("Root and a service's folder", .enabled(if: geteuid() == 0), .serialized)
struct RootTests {
    /// Whom the folder belongs to.
    private let user: uid_t = 1

    @Test("what root's commands and root's `run` write there belongs to the service's user")
    func owners() async throws {
        let server = try await DemoServer()
        let home = try Installation(
            """
            accounts:
              - {name: watched, server: '\(server.address)', email: parent@example.com}
            targets: []
            """)
        // Who is not root has to get to the folder and to the configuration.
        chmod(home.folder.path, 0o711)
        let state = "\(home.folder.path)/state"
        mkdir(state, 0o700)
        chown(state, user, user)
        // Only root may read this one.
        let password = try home.secret(DemoServer.password + "\n", "password")
        let login = try await home.run("login", "--password-file", password)
        #expect(login.status == 0, "\(login)")
        expectOwners(in: state)
        #expect(try await home.run("status").status == 1)
        let doctor = try await home.run("doctor")
        #expect(doctor.status == 1 && doctor.output.contains("bad      program: PocketBell does not run"), "\(doctor)")
        #expect(try await home.run("target", "test", "none").status == 64)
        expectOwners(in: state)
        let watcher = try home.start("run")
        try await home.waitForStatus { $0.accountState("watched") == "live" }
        expectOwners(in: state)
        watcher.signal(15)
        #expect(try await watcher.waitForExit() == 0)
        #expect(try await home.run("logout", "watched").status == 0)
        expectOwners(in: state)
        try await server.stop()
    }

    private func expectOwners(in folder: String, atLeast count: Int = 2) {
        var found = 0
        func look(at path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return }
            #expect(status.st_uid == user && status.st_gid == user, "\(path)")
            guard status.st_mode & S_IFMT == S_IFDIR else { return }
            for name in Folder.names(in: path) {
                found += 1
                look(at: "\(path)/\(name)")
            }
        }
        look(at: folder)
        #expect(found >= count)
    }
}
