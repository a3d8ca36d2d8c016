import CDiskShim
import Glibc
import SQLite
import Store
import TestNumbers

@testable import Store

/// Every state that a power cut can leave of a run's store: rebuilt from what was written and synced, and opened.
///
/// A prefix holds everything up to one write. A sample lacks some of what was not synced yet: each such write is there whole, there
/// in its first half, or not there at all.
struct CrashImages {
    /// What was found.
    struct Report: Sendable {
        var writes = 0
        var syncs = 0
        var acknowledgements = 0
        var prefixes = 0
        var samples = 0
        /// What was lost or could not be opened, with where the cut was.
        var broken: [String] = []
    }

    private enum Change {
        case write(at: Int, [UInt8])
        case truncate(to: Int)
        case delete
    }

    /// One file as far as it is synced, and what came after.
    private struct File {
        var synced: [UInt8]?
        var pending: [Change] = []

        static func apply(_ change: Change, to bytes: inout [UInt8]?) {
            switch change {
            case .delete: bytes = nil
            case .truncate(let size):
                let old = bytes ?? []
                bytes = Array(old.prefix(size)) + Array(repeating: 0, count: max(0, size - old.count))
            case .write(let at, let new):
                var all = bytes ?? []
                if all.count < at + new.count { all += Array(repeating: 0, count: at + new.count - all.count) }
                all.replaceSubrange(at..<at + new.count, with: new)
                bytes = all
            }
        }
    }

    private let root: String
    private let stride: Int
    private let trustsSyncs: Bool
    private var dice: SeededNumbers
    private var files: [Int: File] = [:]
    private var report = Report()

    /// - Parameter stride: each how manieth write is a cut; 1 for all.
    init(seed: UInt64, stride: Int, trustsSyncs: Bool) throws {
        self.trustsSyncs = trustsSyncs
        self.stride = max(stride, 1)
        dice = SeededNumbers(seed: seed)
        var template = Array("/dev/shm/pocketbell-images-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Disk.Failure(path: "/dev/shm") }
        root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Runs a scenario in which only the disk is watched, and cuts it everywhere.
    ///
    /// - Parameter trustsSyncs: `false`: as if no sync reached the disk, which has to be seen.
    static func report(seed: UInt64, stride: Int, trustsSyncs: Bool = true) async throws -> Report {
        var images = try CrashImages(seed: seed, stride: stride, trustsSyncs: trustsSyncs)
        defer { Disk.remove(images.root) }
        disk_shim_forget()
        var scenario = ScenarioMaker.scenario(seed: seed)
        // A disk that fails, or a life that begins as another one's image, would be another log.
        scenario.stimuli.removeAll { [.crash, .full, .ioerror].contains($0.name) }
        let world = try World(scenario, recordsDisk: true)
        try await world.run()
        disk_shim_log(0)
        try await images.cut(await world.acknowledged)
        disk_shim_forget()
        return images.report
    }

    private mutating func cut(_ acknowledged: [Acknowledged]) async throws {
        report.acknowledgements = acknowledged.count
        var known: Acknowledged?
        for index in 0..<Int(disk_shim_count()) {
            let entry = disk_shim_at(Int32(index))
            switch Int(entry.kind) {
            case disk_mark: known = acknowledged[Int(entry.offset)]
            case disk_sync:
                report.syncs += 1
                guard trustsSyncs else { break }
                sync(Int(entry.file))
                syncDeletions()
            case disk_write:
                report.writes += 1
                let bytes = Array(UnsafeBufferPointer(start: entry.bytes, count: Int(entry.count)))
                files[Int(entry.file), default: File()].pending.append(.write(at: Int(entry.offset), bytes))
            case disk_truncate:
                files[Int(entry.file), default: File()].pending.append(.truncate(to: Int(entry.offset)))
            default:
                files[Int(entry.file), default: File()].pending.append(.delete)
                // With its folder synced it is gone for good.
                if entry.count != 0 { sync(Int(entry.file)) }
            }
            guard index % stride == 0 else { continue }
            try await open(subset: false, known, "entry \(index)")
            report.prefixes += 1
            guard dice.chance(25) else { continue }
            try await open(subset: true, known, "entry \(index), without some of what was not synced")
            report.samples += 1
        }
    }

    /// File systems that keep a journal bring what was done to names to the disk with the next sync of any file.
    private mutating func syncDeletions() {
        for (file, state) in files where state.pending.contains(where: { if case .delete = $0 { true } else { false } })
        {
            sync(file)
        }
    }

    private mutating func sync(_ file: Int) {
        guard var state = files[file] else { return }
        for change in state.pending { File.apply(change, to: &state.synced) }
        state.pending = []
        files[file] = state
    }

    /// Puts the files down as a cut here leaves them, and opens them.
    private mutating func open(subset: Bool, _ known: Acknowledged?, _ place: String) async throws {
        let folder = root + "/image"
        Disk.remove(folder)
        mkdir(folder, 0o700)
        for (file, state) in files.sorted(by: { $0.key < $1.key }) {
            var bytes = state.synced
            for change in state.pending {
                guard subset else {
                    File.apply(change, to: &bytes)
                    continue
                }
                switch (Int.random(in: 0..<3, using: &dice), change) {
                case (0, _): continue
                case (1, .write(let at, let new)):
                    File.apply(.write(at: at, Array(new.prefix(new.count / 2))), to: &bytes)
                case (_, let whole): File.apply(whole, to: &bytes)
                }
            }
            let name = String(cString: disk_shim_file(Int32(file))).split(separator: "/").last ?? ""
            if let bytes { try Disk.write(bytes, to: "\(folder)/\(name)") }
        }
        if let fault = await fault(folder, known) { report.broken.append("\(place): \(fault)") }
    }

    private func fault(_ folder: String, _ known: Acknowledged?) async -> String? {
        do {
            let store = try await Store.open(in: folder, logger: NoLog.logger)
            let findings = try await store.database.checkEverything()
            let missing = try await known?.missing(in: store)
            let (counts, books) = (try await store.counts(), try await store.accounting())
            await store.close()
            if !findings.isEmpty { return "\(findings[0])" }
            if let missing { return "lost: \(missing)" }
            return counts.isBalanced && books.isBalanced ? nil : "the books are not balanced"
        } catch { return "\(error)" }
    }
}
