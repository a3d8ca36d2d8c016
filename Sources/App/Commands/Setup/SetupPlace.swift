import Configuration
import Control
import Daemon
import Glibc

/// Where `init` writes, and for whom.
struct SetupPlace: Sendable {
    /// The configuration file, as a complete path.
    let file: String
    /// Whether it is that of the machine's service: root's, and readable for the service's group.
    let isService: Bool
    /// The service's group; `nil` for a person's own file.
    private let group: gid_t?
    /// Whether commands find the file by themselves.
    let isUsual: Bool

    /// What is typed for this place's program.
    var commands: ProgramCommands { ProgramCommands(isService: isService, namedFile: isUsual ? nil : file) }

    var folder: String { file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "." }

    /// - Parameters:
    ///   - path: what `--config` names.
    ///   - wantsOwn: `--user`.
    ///   - wantsService: `--system`.
    static func find(path: String?, wantsOwn: Bool, wantsService: Bool) throws(DaemonError) -> SetupPlace {
        guard [path != nil, wantsOwn, wantsService].count(where: { $0 }) < 2 else {
            throw DaemonError(
                .usage, "--config, --user and --system each name a place", hint: "give one of them, or none")
        }
        if wantsService || (path == nil && !wantsOwn && geteuid() == 0 && MachineService.isInstalled) {
            return try service()
        }
        let usual = Configuration.ownFile(environment: ProcessEnvironment.variables)
        guard let file = path ?? usual else {
            throw DaemonError(
                .usage, "there is no folder for the configuration: neither HOME nor XDG_CONFIG_HOME is set",
                hint: "name the file: pocketbell init --config FILE")
        }
        let place = SetupPlace(
            file: ProcessEnvironment.complete(file), isService: false, group: nil, isUsual: path == nil || file == usual
        )
        try place.requireFile()
        return place
    }

    /// Known before anybody is asked anything.
    private func requireFile() throws(DaemonError) {
        var status = stat()
        guard unsafe stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        throw DaemonError(
            .usage, "\(file) is a folder", hint: "name a file in it: --config \(file)/pocketbell.yaml")
    }

    private static func service() throws(DaemonError) -> SetupPlace {
        guard geteuid() == 0 else {
            throw DaemonError(
                .notPermitted, "only root may set this machine's service up",
                hint: "sudo pocketbell init --system; for a program of your own: pocketbell init --user")
        }
        guard let group = unsafe getgrnam("pocketbell").map({ unsafe $0.pointee.gr_gid }) else {
            throw DaemonError(
                .unavailable, "PocketBell is not installed as a service of this machine",
                hint: "install its package; or for a program of your own: pocketbell init --user")
        }
        return SetupPlace(file: Configuration.serviceFile, isService: true, group: group, isUsual: true)
    }

    /// For tests, which have neither a service nor its group.
    init(file: String, isService: Bool, group: gid_t?, isUsual: Bool) {
        self.file = file
        self.isService = isService
        self.group = group
        self.isUsual = isUsual
    }

    /// Whether there is anything of that name beside the configuration.
    func has(_ name: String) -> Bool {
        var status = stat()
        return unsafe lstat("\(folder)/\(name)", &status) == 0
    }

    /// Whether the configuration itself is there.
    var isTaken: Bool {
        var status = stat()
        return unsafe lstat(file, &status) == 0
    }

    /// Gives a file or the folder to whom it is for: the service's group may read it, others may not.
    func handOver(_ path: String, isFolder: Bool = false) -> Bool {
        guard let group else { return true }
        return unsafe chown(path, 0, group) == 0 && chmod(path, isFolder ? 0o750 : 0o640) == 0
    }

    /// The unit's manager, if it could start the program with this file.
    var manager: UnitManager? {
        guard isUsual else { return nil }
        return isService ? .ofMachine : .ofUser
    }
}
