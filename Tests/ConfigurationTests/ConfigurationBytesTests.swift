import Configuration
import Glibc
import Relay
import TestSupport
import Testing

@Suite("A configuration file on the disk", .timeLimit(.minutes(1)))
struct ConfigurationBytesTests {
    private let environment = ["HOME": "/home/mum"]

    private func refusal(_ path: String) -> String? {
        (#expect(throws: ConfigurationErrors.self) { try Configuration.load(path: path, environment: environment) })?
            .description
    }

    @Test("a file of a mebibyte is read, and one byte more is refused")
    func size() throws {
        let folder = try TemporaryFolder()
        let head = "state: /here\n"
        func comment(_ count: Int) -> String { "#" + String(repeating: "x", count: count - 2) + "\n" }
        let lines = String(repeating: comment(64), count: (1 << 14) - 1)
        let most = head + lines + comment(64 - head.utf8.count)
        #expect(most.utf8.count == 1 << 20)
        let file = try folder.write(most, to: "a.yaml")
        #expect(try Configuration.load(path: file, environment: environment).state == "/here")
        let larger = try folder.write(most + "#", to: "b.yaml")
        #expect(throws: ConfigurationErrors.self) { try Configuration.load(path: larger, environment: environment) }
        let huge = try folder.write([UInt8](repeating: UInt8(ascii: "#"), count: 3 << 20), to: "c.yaml")
        #expect(throws: ConfigurationErrors.self) { try Configuration.load(path: huge, environment: environment) }
    }

    @Test("a pipe is read to its end, and its secrets are its reader's own")
    func pipe() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/pipe"
        try #require(mkfifo(path, 0o644) == 0)
        let writer = open(path, O_RDWR | O_CLOEXEC)
        try #require(writer >= 0)
        let text = "targets:\n  - {name: chat, kind: slack, url: \"https://hooks.slack.com/services/T/B/x\"}\n"
        #expect(write(writer, text, text.utf8.count) == text.utf8.count)
        // What was written stays as long as somebody has the pipe open, and its end is there already.
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        close(writer)
        let configuration = try Configuration.load(path: path, environment: environment)
        close(reader)
        #expect(configuration.targets.map(\.name) == ["chat"])
    }

    @Test("a pipe that gives nothing is no configuration: nobody writes into it, or whoever did has failed")
    func silentPipe() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        let sentence =
            "\(path) is a pipe that gives nothing, not a configuration file; let a program write into it first, or name a file"
        #expect(refusal(path) == sentence)
        let writer = open(path, O_RDWR | O_CLOEXEC)
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        close(writer)
        #expect(refusal(path) == sentence)
        close(reader)
        let empty = try folder.write("", to: "empty.yaml")
        #expect(try Configuration.load(path: empty, environment: environment).file == empty)
    }

    @Test("what a file names is told by its whole path, however the file was named", arguments: ["", "./"])
    func wholePaths(_ prefix: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("state: here\n", to: "f/c.yaml")
        let up = String(repeating: "../", count: 40)
        let name = "\(prefix)\(up)\(folder.path.dropFirst())/f/c.yaml"
        let state = try Configuration.load(path: name, environment: environment).state
        #expect(state.hasPrefix("/") && state.hasSuffix("\(folder.path)/f/here") && !state.contains("/./"))
        #expect(Configuration.place(ofBroken: name, environment: environment)?.state == state)
    }

    @Test("a folder, a device and a path through a file are no configuration")
    func others() throws {
        let folder = try TemporaryFolder()
        #expect(
            refusal("/dev/null") == "/dev/null is a device, not a configuration file; name the file itself")
        let file = try folder.write("", to: "a.yaml")
        #expect(refusal("\(file)/b.yaml")?.hasPrefix("there is no configuration file \(file)/b.yaml") == true)
        try #require(symlink("\(folder.path)/loop", "\(folder.path)/loop") == 0)
        #expect(
            refusal("\(folder.path)/loop")?.hasSuffix("its links lead in a circle: name the file itself") == true)
        #expect(
            refusal("/proc/self/mem")?.hasSuffix(
                "Input/output error; look after the disk it is on, or name another file") == true)
    }

    @Test("without --config a file that is there and wrong is an error, never passed over")
    func unnamed() throws {
        let folder = try TemporaryFolder()
        let environment = ["HOME": folder.path]
        #expect(try Configuration.load(path: nil, environment: environment).file == nil)
        try folder.write("state: [", to: ".config/pocketbell/pocketbell.yaml")
        #expect(throws: ConfigurationErrors.self) { try Configuration.load(path: nil, environment: environment) }
        let empty = try TemporaryFolder()
        mkdir("\(empty.path)/pocketbell", 0o700)
        mkdir("\(empty.path)/pocketbell/pocketbell.yaml", 0o700)
        #expect(throws: ConfigurationErrors.self) {
            try Configuration.load(path: nil, environment: ["HOME": "/h", "XDG_CONFIG_HOME": empty.path])
        }
    }

    @Test(
        "the own file is looked for where XDG says, relative places not counting",
        arguments: [
            (["HOME": "HERE"], ".config"), (["HOME": "HERE", "XDG_CONFIG_HOME": "relative"], ".config"),
            (["HOME": "HERE", "XDG_CONFIG_HOME": ""], ".config"), (["XDG_CONFIG_HOME": "HERE/x"], "x"),
        ])
    func places(_ template: [String: String], _ expected: String) throws {
        let folder = try TemporaryFolder()
        let environment = template.mapValues { value in
            value.hasPrefix("HERE") ? folder.path + value.dropFirst(4) : value
        }
        let file = try folder.write("state: /x\n", to: "\(expected)/pocketbell/pocketbell.yaml")
        #expect(try Configuration.load(path: nil, environment: environment).file == file)
    }

    @Test(
        "without any place for a file there is none, and without any folder the store has no place",
        arguments: [
            [:], ["HOME": "relative"], ["HOME": "", "XDG_STATE_HOME": "relative", "STATE_DIRECTORY": "relative"],
        ] as [[String: String]])
    func nowhere(_ environment: [String: String]) {
        let error = #expect(throws: ConfigurationErrors.self) {
            try Configuration.load(path: nil, environment: environment)
        }
        guard case .noStateFolder? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("the service's file has the service's folder, wherever it is read")
    func serviceFolder() throws {
        let place = Configuration.place(ofBroken: Configuration.serviceFile, environment: ["HOME": "/home/mum"])
        #expect(place?.state == "/var/lib/pocketbell" && place?.file == "/etc/pocketbell/pocketbell.yaml")
        let elsewhere = Configuration.place(
            ofBroken: Configuration.serviceFile, environment: ["HOME": "/home/mum", "STATE_DIRECTORY": "/s"])
        #expect(elsewhere?.state == "/s")
    }

    @Test("of a broken file nothing is known where neither it nor the environment says it")
    func brokenWithoutPlace() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("targets: 5\n", to: "a.yaml")
        #expect(Configuration.place(ofBroken: file, environment: [:]) == nil)
        #expect(Configuration.place(ofBroken: nil, environment: [:]) == nil)
        #expect(
            Configuration.place(ofBroken: nil, environment: ["HOME": "/h"])?.file
                == "/h/.config/pocketbell/pocketbell.yaml")
        // A key of a section is not the file's own.
        let nested = try folder.write("accounts:\n  - state: /wrong\n state: /wrong\n", to: "b.yaml")
        #expect(
            Configuration.place(ofBroken: nested, environment: ["HOME": "/h"])?.state
                == "/h/.local/state/pocketbell")
    }
}
