import Glibc
import SQLite
import Testing

@Suite("Medium")
struct MediumTests {
    private func write(_ database: Database, _ number: Int, bytes: Int) async -> DatabaseError? {
        do {
            try await database.write {
                try $0.run(ChildTable.insert, .sample(number, note: String(repeating: "x", count: bytes)))
            }
            return nil
        } catch { return error as? DatabaseError }
    }

    @Test(
        "a full disk fails writes as full, serves reads, and writes again once there is room",
        .enabled(if: SmallVolume.isPermitted, SmallVolume.why))
    func fullDisk() async throws {
        let volume = try SmallVolume(size: "2m")
        let configuration = DatabaseConfiguration(path: volume.path + "/full.db", applicationID: 0x504b_4254)
        let database = try await Database.open(configuration, migrations: [.children, .gifts])
        let ballast = try #require(fopen(volume.path + "/ballast", "w"))
        fwrite([UInt8](repeating: 1, count: 600 << 10), 1, 600 << 10, ballast)
        fclose(ballast)
        var written = 0
        var failure: DatabaseError?
        while failure == nil && written < 10_000 {
            failure = await write(database, written, bytes: 2_000)
            if failure == nil { written += 1 }
        }
        #expect(failure?.kind == .full)
        #expect(failure?.sentence == "The disk is full.")
        for _ in 0..<5 {
            #expect(try await database.read { try $0.first(ChildTable.count) } == written)
            #expect(await write(database, -1, bytes: 9_000)?.kind == .full)
        }
        #expect(database.statistics.failedCommits + database.statistics.failedCheckpoints > 0)
        unlink(volume.path + "/ballast")
        #expect(await write(database, -1, bytes: 1) == nil)
        #expect(try await database.read { try $0.first(ChildTable.count) } == written + 1)
        #expect(try await database.checkEverything() == [])
        await database.close()
    }

    @Test(
        "a folder that must not be written is told apart from a full one",
        .enabled(if: SmallVolume.isPermitted, SmallVolume.why))
    func readOnlyFolder() async throws {
        let volume = try SmallVolume(size: "2m")
        let configuration = DatabaseConfiguration(path: volume.path + "/a.db", applicationID: 0x504b_4254)
        try volume.makeReadOnly()
        let error = await #expect(throws: DatabaseError.self) {
            _ = try await Database.open(configuration, migrations: [.children])
        }
        #expect(error?.kind == .readOnlyFolder)
    }

    @Test(
        "a file that must not be written in a folder that may be is told apart",
        .enabled(if: SmallVolume.isPermitted, SmallVolume.why))
    func readOnlyFile() async throws {
        let folder = try TestFolder()
        let database = try await folder.open()
        await database.close()
        try #require(mount(folder.file, folder.file, nil, UInt(MS_BIND), nil) == 0)
        defer { umount2(folder.file, Int32(MNT_DETACH)) }
        try #require(mount(nil, folder.file, nil, UInt(MS_REMOUNT | MS_BIND | MS_RDONLY), nil) == 0)
        let error = await #expect(throws: DatabaseError.self) { _ = try await folder.open() }
        #expect(error?.kind == .readOnly)
    }

    @Test("after a write that the system refuses as an I/O error nothing more is written on the file; reads go on")
    func inputOutput() async throws {
        // In a process of its own, because the limit holds for all of it. The signal that goes with it (SIGXFSZ) is
        // blocked on the database's thread, else it would end the process.
        await #expect(processExitsWith: .success) {
            let folder = try TestFolder()
            let database = try await folder.open()
            try await database.write { try $0.run(ChildTable.insert, .sample(1)) }
            // The lower of the two alone: anybody may raise it again.
            var limit = rlimit()
            try #require(getrlimit(__rlimit_resource_t(1), &limit) == 0)
            let usual = limit.rlim_cur
            limit.rlim_cur = 200_000
            try #require(setrlimit(__rlimit_resource_t(1), &limit) == 0)
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write {
                    try $0.run(ChildTable.insert, .sample(2, note: String(repeating: "x", count: 400_000)))
                }
            }
            #expect(error?.kind == .inputOutput)
            #expect(try await database.read { try $0.first(ChildTable.count) } == 1)
            // The disk seems to be well again; what it said that it had may still be gone.
            limit.rlim_cur = usual
            try #require(setrlimit(__rlimit_resource_t(1), &limit) == 0)
            let later = await #expect(throws: DatabaseError.self) {
                try await database.write { try $0.run(ChildTable.insert, .sample(3)) }
            }
            #expect(later == error)
            await database.close()
            var status = stat()
            #expect(stat(folder.file + "-wal", &status) == 0 && status.st_size > 0, "the log has what was acknowledged")
            let again = try await folder.open()
            #expect(try await again.read { try $0.first(ChildTable.count) } == 1)
            try await again.write { try $0.run(ChildTable.insert, .sample(3)) }
            await again.close()
        }
    }

    @Test(
        "a full disk's log is emptied as far as that goes, so that what was written often makes room by itself",
        .enabled(if: SmallVolume.isPermitted, SmallVolume.why))
    func emptiedLog() async throws {
        let volume = try SmallVolume(size: "4m")
        let configuration = DatabaseConfiguration(path: volume.path + "/full.db", applicationID: 0x504b_4254)
        let database = try await Database.open(configuration, migrations: [.children, .gifts])
        #expect(await write(database, 1, bytes: 200_000) == nil)
        // The same pages again and again: the log grows, the file need not.
        for number in 0..<6 {
            try await database.write { try $0.run(ChildTable.rename, "\(number)", Child.sample(1).id) }
        }
        var status = stat()
        #expect(stat(configuration.path + "-wal", &status) == 0 && status.st_size > 200_000)
        try await database.emptyLog()
        #expect(stat(configuration.path + "-wal", &status) == 0 && status.st_size == 0)
        #expect(try await database.read { try $0.first(ChildTable.count) } == 1)
        await database.close()
    }

    @Test("each kind has a sentence and a next step, and no two of the file and the medium say the same")
    func sentences() {
        let errors = DatabaseError.Kind.allCases.map { DatabaseError($0, "open", "because") }
        #expect(errors.allSatisfy { $0.sentence.hasSuffix(".") && $0.nextStep.hasSuffix(".") })
        let medium: [DatabaseError.Kind] = [
            .ownedByAnotherProcess, .foreignFile, .newerSchema, .notADatabase, .corrupt, .readOnly, .readOnlyFolder,
            .full,
            .inputOutput,
        ]
        #expect(Set(medium.map { DatabaseError($0, "open", "because").sentence }).count == medium.count)
    }
}
