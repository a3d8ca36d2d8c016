import Glibc
import JSON
import TestSupport
import Testing

/// A disk without room: the program says so, loses nothing, and goes on by itself when there is room.
@Suite(
    "A full disk", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"),
    .enabled(if: SmallDisk.isPermitted, "mounting a file system is not permitted here"), .serialized)
struct FullDiskTests {
    @Test(
        "is told past the store, refuses what is new, and what could not be stored comes out once there is room, each once"
    )
    func full() async throws {
        let family = try await Family(scan: "5s")
        let home = family.installation
        let disk = try SmallDisk("\(home.folder.path)/state", megabytes: 16)
        let ballast = "\(home.folder.path)/state/pocketbell.ballast"
        try await #require(home.run("login", "watched", "--password-stdin", input: "password123\n").status == 0)
        let watcher = try await family.start(until: "live")
        #expect(access(ballast, F_OK) == 0, "room is held back")
        try disk.fill()
        // The family's hub is heard while there is no room.
        for number in 0..<40 {
            try await family.hub.createTransaction(description: "(\(number)) " + String(repeating: "full ", count: 90))
        }
        try await watcher.waitForOutput("The disk is full")
        try await family.expectEverywhere("nothing new can be kept")
        #expect(access(ballast, F_OK) != 0, "it is given to what was begun")
        try await refuses(home)
        // A reload makes new engines, which begin with the ballast's room and take nothing new.
        watcher.signal(SIGHUP)
        try await refuses(home)
        let doctor = try await home.run("doctor")
        #expect(doctor.status == 1)
        #expect(doctor.output.contains("bad      store:") && doctor.output.contains("Make room on the disk"))
        let sync = try await home.run("sync")
        #expect(
            sync.status != 0 && (sync.output + sync.errors).contains("The disk is full"), "\(sync.output)\(sync.errors)"
        )
        disk.makeRoom()
        try await family.hub.createTransaction(description: "There is room")
        try await family.expectEverywhere("There is room")
        try await family.expectEverywhere("there is room for the store again")
        let status = try await home.waitForStatus { $0.count("alerts") == 41 && $0.count("delivered") == 164 }
        #expect(status["balanced"] == true && status["store"] == "ok")
        #expect(access(ballast, F_OK) == 0, "room is held back again")
        #expect(try await !home.run("status").output.contains("nothing new can be kept"))
        let added = try await home.run("add", "Alice", "+1.00", "There", "is", "room")
        #expect(added.status == 0, "\(added.errors)")
        for target in Family.targets {
            let texts = family.receiver.received(at: "/\(target)").map(\.text)
            for number in 0..<40 {
                let count = texts.count { $0.contains("(\(number)) full") }
                // In a digest people read only the newest; who reads machines' words gets all.
                #expect(target == "house" ? count == 1 : count <= 1, "\(target) heard of \(number) \(count) times")
            }
        }
        try await family.end(watcher)
        withExtendedLifetime(disk) {}
    }

    /// Whatever a person asks says what is wrong and what to do, and what they enter is refused and leaves nothing.
    private func refuses(_ home: Installation) async throws {
        let status = try await home.run("status")
        #expect(status.status == 1 && status.output.contains("nothing new can be kept"), "\(status.output)")
        let json = try JSONValue(parsing: try await home.run("status", "--json").output)
        #expect(json["store"] == "full" && json.accountState("watched") == "waiting")
        let added = try await home.run("add", "Alice", "+1.00", "For", "nothing")
        #expect(added.status == 69, "\(added.output)\(added.errors)")
        #expect(added.errors.contains("The disk is full") && added.errors.contains("Make room on the disk"))
        #expect(json.count("intents") == 0 && json["balanced"] == true)
    }

    @Test("a sign-in says that room is what it lacks, and is unavailable rather than refused")
    func signIn() async throws {
        let family = try await Family(scan: "5s")
        let home = family.installation
        let disk = try SmallDisk("\(home.folder.path)/state", megabytes: 2)
        try await #require(home.run("login", "watched", "--password-stdin", input: "password123\n").status == 0)
        try disk.fill()
        #expect(try await home.run("doctor").output.contains("The disk is full"), "it is foretold")
        let answer = try await home.run("login", "watched", "--password-stdin", input: "password123\n")
        #expect(answer.status == 69, "\(answer.errors)")
        #expect(answer.errors.lowercased().contains("make room on the disk"), "\(answer.errors)")
        disk.makeRoom()
        let again = try await home.run("login", "watched", "--password-stdin", input: "password123\n")
        #expect(again.status == 0, "\(again.errors)")
        withExtendedLifetime(disk) {}
    }

    @Test("a start on it ends with a sentence")
    func start() async throws {
        let home = try Installation("accounts: [{name: watched, server: 'http://127.0.0.1:1', email: mum@example.org}]")
        let disk = try SmallDisk("\(home.folder.path)/state", megabytes: 2)
        try disk.fill()
        let answer = try await home.run("run")
        #expect(answer.status == 69, "\(answer.errors)")
        #expect(answer.errors.contains("full") || answer.errors.contains("No space left"), "\(answer.errors)")
        #expect(answer.errors.contains("\(home.folder.path)/state"), "\(answer.errors)")
        #expect(answer.errors.lowercased().contains("make room on the disk"), "\(answer.errors)")
        withExtendedLifetime(disk) {}
    }
}
