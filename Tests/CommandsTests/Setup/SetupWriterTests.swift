import Control
import Daemon
import Glibc
import Store
import TestSupport
import Testing
import Values

@testable import Commands

@Suite("What init writes, all of it or nothing")
struct SetupWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var place: SetupPlace {
        SetupPlace(file: "\(folder.path)/new/sub/pocketbell.yaml", isService: false, group: nil, isUsual: true)
    }
    private let content = SetupFile(
        yaml: "targets: []\n", secrets: [.init(name: "slack.url", secret: Secret("https://x"), use: nil)])

    private func look(at path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    @Test("a person's files and folders are their own alone")
    func own() throws {
        var writer = SetupWriter(place)
        try writer.write(content)
        for (path, mode) in [("", UInt32(0o700)), ("/pocketbell.yaml", 0o600), ("/slack.url", 0o600)] {
            #expect(try #require(look(at: place.folder + path)).st_mode & 0o777 == mode, "\(path)")
        }
        #expect(try TextFile.read("\(place.folder)/slack.url") == "https://x\n")
        #expect(try TextFile.read(place.file) == "targets: []\n" && place.isTaken && place.has("slack.url"))
    }

    @Test("a service's are root's, and readable for its group", .enabled(if: geteuid() == 0))
    func service() throws {
        let place = SetupPlace(file: "\(folder.path)/etc/pocketbell.yaml", isService: true, group: 1, isUsual: true)
        var writer = SetupWriter(place)
        try writer.write(content)
        for (path, mode) in [("", UInt32(0o750)), ("/pocketbell.yaml", 0o640), ("/slack.url", 0o640)] {
            let status = try #require(look(at: place.folder + path))
            #expect(status.st_mode & 0o777 == mode && status.st_uid == 0 && status.st_gid == 1, "\(path)")
        }
    }

    @Test("undone, everything is as it was: no file, no folder, the former configuration in its place")
    func undo() throws {
        var writer = SetupWriter(place)
        try writer.write(content)
        writer.undo()
        #expect(look(at: "\(folder.path)/new") == nil)
        try folder.write("former\n", to: "new/sub/pocketbell.yaml")
        var second = SetupWriter(place)
        try second.write(content)
        #expect(try TextFile.read(place.file + ".old") == "former\n")
        #expect(try TextFile.read(place.file) == "targets: []\n")
        second.undo()
        #expect(try TextFile.read(place.file) == "former\n")
        #expect(Folder.names(in: place.folder) == ["pocketbell.yaml"])
    }

    @Test("what cannot be written leaves nothing behind and says where")
    func fails() throws {
        try folder.write("former\n", to: "new/sub/pocketbell.yaml")
        // A folder in the way of the second secret.
        mkdir("\(place.folder)/b.url", 0o700)
        let content = SetupFile(
            yaml: "targets: []\n",
            secrets: ["a.url", "b.url"].map { .init(name: $0, secret: Secret("x"), use: nil) })
        var writer = SetupWriter(place)
        let error = #expect(throws: DaemonError.self) { try writer.write(content) }
        #expect(error?.message.contains(place.file) == true && error?.hint?.contains("--config") == true)
        #expect(Set(Folder.names(in: place.folder)) == ["pocketbell.yaml", "b.url"])
        #expect(try TextFile.read(place.file) == "former\n")
    }

    @Test("of each former configuration one is kept, whatever becomes of the next")
    func formers() throws {
        try folder.write("first\n", to: "new/sub/pocketbell.yaml.old")
        try folder.write("second\n", to: "new/sub/pocketbell.yaml")
        var writer = SetupWriter(place)
        try writer.write(content)
        #expect(writer.former == place.file + ".old-2")
        #expect(try TextFile.read(place.file + ".old") == "first\n")
        #expect(try TextFile.read(place.file + ".old-2") == "second\n")
        writer.undo()
        #expect(try TextFile.read(place.file + ".old") == "first\n")
        #expect(try TextFile.read(place.file) == "second\n")
        #expect(Set(Folder.names(in: place.folder)) == ["pocketbell.yaml", "pocketbell.yaml.old"])
    }

    @Test("a link is written through, and undone it is the same link to the same words")
    func link() throws {
        let real = try folder.write("former\n", to: "dotfiles/bell.yaml")
        try folder.write("", to: "new/sub/x")
        try #require(symlink(real, place.file) == 0)
        var writer = SetupWriter(place)
        try writer.write(content)
        #expect(try TextFile.read(real) == "targets: []\n" && TextFile.read(real + ".old") == "former\n")
        #expect(try #require(look(at: place.file)).st_mode & S_IFMT == S_IFLNK)
        writer.undo()
        #expect(try TextFile.read(place.file) == "former\n" && look(at: real + ".old") == nil)
        #expect(try #require(look(at: place.file)).st_mode & S_IFMT == S_IFLNK)
    }

    @Test("a full disk is told with room as the next step, and leaves nothing", .enabled(if: SmallDisk.isPermitted))
    func full() throws {
        let disk = try SmallDisk("\(folder.path)/disk", megabytes: 1)
        let place = SetupPlace(
            file: "\(folder.path)/disk/pocketbell.yaml", isService: false, group: nil, isUsual: true)
        try disk.fill()
        var writer = SetupWriter(place)
        let error = #expect(throws: DaemonError.self) { try writer.write(content) }
        #expect(error?.hint?.contains("make room on the disk") == true)
        #expect(!place.isTaken && !place.has("slack.url"))
        withExtendedLifetime(disk) {}
    }

    @Test("a folder in the file's place is refused before anything is asked")
    func folderInPlace() throws {
        let error = #expect(throws: DaemonError.self) {
            try SetupPlace.find(path: folder.path, wantsOwn: false, wantsService: false)
        }
        #expect(error?.hint?.contains("\(folder.path)/pocketbell.yaml") == true)
    }

    @Test("what was made of a state folder is taken away again, and nothing that was there")
    func trace() throws {
        let state = StateFolder("\(folder.path)/a/state")
        let trace = state.trace
        try folder.write("", to: "a/state/accounts/.lock")
        trace.undo()
        #expect(look(at: "\(folder.path)/a") == nil)
        try folder.write("", to: "a/state/accounts/mum.json")
        let other = state.trace
        try folder.write("", to: "a/state/accounts/.lock")
        other.undo()
        #expect(Folder.names(in: "\(folder.path)/a/state/accounts") == ["mum.json"])
    }

    @Test("the place is the file that is named, else the person's own; two names are refused")
    func places() throws {
        let named = try SetupPlace.find(path: "\(folder.path)/x.yaml", wantsOwn: false, wantsService: false)
        #expect(named.file == "\(folder.path)/x.yaml" && !named.isUsual && named.manager == nil)
        #expect(named.commands.start == "pocketbell run --config \(folder.path)/x.yaml" && named.folder == folder.path)
        #expect(throws: DaemonError.self) { try SetupPlace.find(path: "x", wantsOwn: true, wantsService: false) }
        #expect(throws: DaemonError.self) { try SetupPlace.find(path: nil, wantsOwn: true, wantsService: true) }
        if getgrnam("pocketbell") == nil, geteuid() == 0 {
            let error = #expect(throws: DaemonError.self) {
                try SetupPlace.find(path: nil, wantsOwn: false, wantsService: true)
            }
            #expect(error?.hint?.contains("install its package") == true)
        }
    }
}
