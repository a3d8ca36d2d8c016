import Glibc
import JSON
import TestSupport
import Testing

/// A disk without room: the program says so, loses nothing, and goes on by itself when there is room.
@Suite(
    "A full disk", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"),
    .enabled(if: SmallDisk.isPermitted, "mounting a file system is not permitted here"), .serialized)
struct FullDiskTests {
    @Test("is told, and what could not be stored is stored and told once there is room")
    func full() async throws {
        let family = try await Family(scan: "5s")
        let home = family.installation
        let disk = try SmallDisk("\(home.folder.path)/state", megabytes: 16)
        try await #require(home.run("login", "watched", "--password-stdin", input: "password123\n").status == 0)
        let watcher = try await family.start(until: "live")
        #expect(try await home.run("doctor").output.contains("/state has room for"), "it is foretold")
        try disk.fill()
        for number in 0..<40 {
            try await family.hub.createTransaction(description: "\(number) " + String(repeating: "full ", count: 90))
        }
        try await watcher.waitForOutput("The disk is full")
        #expect(try await home.run("status").output.contains("nothing new can be kept"))
        // A reload makes new engines, which can't start before there is room: they wait, and say so.
        watcher.signal(SIGHUP)
        try await watcher.waitForOutput("waits for the store")
        let waiting = try await home.run("status")
        #expect(waiting.output.contains("The disk is full"))
        let doctor = try await home.run("doctor")
        #expect(doctor.status == 1)
        #expect(doctor.output.contains("bad      store:") && doctor.output.contains("Make room on the disk"))
        disk.makeRoom()
        try await family.hub.createTransaction(description: "There is room")
        try await family.expectEverywhere("There is room")
        let status = try await home.waitForStatus { $0.count("alerts") == 41 && $0.count("delivered") == 164 }
        #expect(status["balanced"] == true)
        #expect(try await !home.run("status").output.contains("nothing new can be kept"))
        try await family.end(watcher)
        withExtendedLifetime(disk) {}
    }

    @Test("a sign-in says that room is what it lacks, and is unavailable rather than refused")
    func signIn() async throws {
        let family = try await Family(scan: "5s")
        let home = family.installation
        let disk = try SmallDisk("\(home.folder.path)/state", megabytes: 1)
        try await #require(home.run("login", "watched", "--password-stdin", input: "password123\n").status == 0)
        #expect(try await home.run("doctor").output.contains("/state has room for"), "it is foretold")
        try disk.fill()
        let answer = try await home.run("login", "watched", "--password-stdin", input: "password123\n")
        #expect(answer.status == 69, "\(answer.errors)")
        #expect(answer.errors.lowercased().contains("make room on the disk"), "\(answer.errors)")
        disk.makeRoom()
        #expect(try await home.run("login", "watched", "--password-stdin", input: "password123\n").status == 0)
        withExtendedLifetime(disk) {}
    }

    @Test("a start on it ends with a sentence")
    func start() async throws {
        let home = try Installation("accounts: [{name: watched, server: 'http://127.0.0.1:1', email: mum@example.org}]")
        let disk = try SmallDisk("\(home.folder.path)/state", megabytes: 1)
        try disk.fill()
        let answer = try await home.run("run")
        #expect(answer.status == 69, "\(answer.errors)")
        #expect(answer.errors.contains("full") || answer.errors.contains("No space left"), "\(answer.errors)")
        #expect(answer.errors.contains("\(home.folder.path)/state"), "\(answer.errors)")
        #expect(answer.errors.lowercased().contains("make room on the disk"), "\(answer.errors)")
        withExtendedLifetime(disk) {}
    }
}
