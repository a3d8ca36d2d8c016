import Glibc
import TestSupport
import Testing
import Values

@testable import Store

@Suite("Copies that the state folder keeps")
struct KeptCopiesTests {
    @Test("the newest five are kept, the last one whatever the clock said, and what somebody else has put there stays")
    func limit() async throws {
        let home = try TestStore()
        let store = try await home.open()
        let copies = KeptCopies(StoreCare(store))
        #expect(copies.all.isEmpty)
        var paths: [String] = []
        for number in 0..<6 {
            paths.append(try await copies.make(now: Timestamp(seconds: 1_773_501_000 + Int64(number))).path)
        }
        let folder = home.folder + "/copies"
        _ = try await StoreCare(store).backUp(to: "\(folder)/ours.backup", replaces: false)
        try #require(symlink(home.file, "\(folder)/link.backup") == 0 && mkdir("\(folder)/a.backup", 0o700) == 0)
        // All were written now: so the first one made is the oldest of those with equal times.
        #expect(copies.all.count == 6 && copies.all.contains { $0.name == "ours.backup" && $0.size > 0 })
        #expect(access(paths[0], F_OK) != 0 && access(paths[5], F_OK) == 0)
        let late = try await copies.make(now: Timestamp(seconds: 0)).path
        #expect(access(late, F_OK) == 0 && copies.all.count == 6)
        #expect(copies.path(of: "ours.backup") == "\(folder)/ours.backup")
        for name in ["link.backup", "a.backup", "../pocketbell.sqlite", "../copies/ours.backup", "ours", ""] {
            #expect(copies.path(of: name) == nil, "\(name)")
        }
        await store.close()
    }
}
