import Glibc
import TestSupport
import TestWaiting
import Testing

/// What a broker keeps for whoever looks at it, such as Home Assistant, through all that can happen to the program.
@Suite("Balances at a broker", .enabled(if: Mosquitto.isHere, "\(Mosquitto.absence)"))
struct BrokerTests {
    @Test(
        "killed, the program is said to be offline; started again, to be there; and gone from the file it leaves nothing"
    )
    func life() async throws {
        let (family, folder) = (try await DemoFamily(), try TemporaryFolder())
        let passwords = try folder.write("", to: "passwords")
        try await ChildProcess("mosquitto_passwd", ["-b", passwords, "bell", "hunter2222"]).waitForExit()
        try await ChildProcess("mosquitto_passwd", ["-b", passwords, "boss", "boss"]).waitForExit()
        let broker = try await Mosquitto(["allow_anonymous false", "password_file \(passwords)"], user: "boss")
        let accounts = """
            accounts:
              - name: watched
                server: \(family.address)
                email: parent@example.com
                scan: 5s

            """
        let home = family.installation
        let password = try home.secret("hunter2222\n", "mqtt.password")
        try home.configure(
            accounts + """
                targets:
                  - name: broker
                    kind: mqtt
                    url: mqtt://127.0.0.1:\(broker.port)
                    user: bell
                    password: file:\(password)
                    private-addresses: true
                """)
        let sample = try await home.run("target", "test", "broker")
        #expect(sample.status == 0 && sample.output.contains("took the sample"), "\(sample.output)\(sample.errors)")
        #expect(try await broker.retained().isEmpty)

        let killed = try await family.start()
        try await expect(broker, "balances") { kept in
            kept["pocketbell/status"] == "online"
                && kept.contains { $0.key.hasPrefix("pocketbell/children/") && $0.value.contains("balance") }
                && kept.contains { $0.key.hasSuffix("/balance/config") }
        }
        killed.signal(SIGKILL)
        try await killed.waitForExit()
        try await expect(broker, "the will") { $0["pocketbell/status"] == "offline" && $0.count > 3 }

        let process = try await family.start()
        try await expect(broker, "it is back") { $0["pocketbell/status"] == "online" }
        try home.configure(accounts + "targets: []\n")
        process.signal(SIGHUP)
        try await expect(broker, "nothing") { $0.isEmpty }
        #expect(!(process.output + process.errors + killed.errors + sample.output).contains("hunter2222"))
        try await family.end(process)
    }

    private func expect(
        _ broker: Mosquitto, _ what: String, _ condition: ([String: String]) -> Bool
    ) async throws {
        var kept: [String: String] = [:]
        try await eventually("\(what): \(kept)") {
            kept = try await broker.retained()
            return condition(kept)
        }
    }
}
