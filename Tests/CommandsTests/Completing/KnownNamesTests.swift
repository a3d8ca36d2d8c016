import Configuration
import Daemon
import Glibc
import JSON
import TestSupport
import Testing

@testable import Commands

@Suite("Names for a Tab", .timeLimit(.minutes(1)))
struct KnownNamesTests {
    @Test("of a program that runs: what it knows, its targets from its file as far as that can be read")
    func running() async throws {
        try await RunningFixture.with { fixture async throws in
            #expect(try await KnownNames.find(.target, fixture.context).map(\.text) == ["desktop"])
            // Not by `all`, to which whatever fails is no name.
            for kind in [KnownNames.Kind.account, .child, .delivery, .openDelivery] {
                #expect(try await KnownNames.find(kind, fixture.context).isEmpty)
            }
        }
    }

    @Test("of one that does not run: its configuration, and no store is made for it")
    func files() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            """
            state: \(folder.path)/state
            accounts:
              - {name: mum, server: 'https://a.example', email: mum@a.example}
            targets:
              - {name: chat, kind: desktop}
              - {name: popup, kind: desktop}
            """, to: "config.yaml")
        let context = CommandContext(configurationFile: file, isJSON: false)
        #expect(try await KnownNames.find(.account, context).map(\.text) == ["mum"])
        #expect(try await KnownNames.find(.target, context).map(\.text) == ["chat", "popup"])
        for kind in [KnownNames.Kind.child, .delivery, .openDelivery] {
            #expect(try await KnownNames.find(kind, context).isEmpty)
        }
        #expect(access("\(folder.path)/state", F_OK) != 0)
    }

    @Test("none of a file with mistakes, of one that is not there, of a command line that says two things")
    func silent() async throws {
        let folder = try TemporaryFolder()
        let broken = try folder.write("targets: [", to: "config.yaml")
        for kind in KnownNames.Kind.allCases where kind != .category {
            for file in [broken, "\(folder.path)/none.yaml"] {
                let context = CommandContext(configurationFile: file, isJSON: false)
                await #expect(throws: ConfigurationErrors.self) { try await KnownNames.find(kind, context) }
                #expect(await KnownNames.all(kind, context).isEmpty)
            }
            let twice = CommandContext(configurationFile: broken, isJSON: false, user: true, system: true)
            await #expect(throws: DaemonError.self) { try await KnownNames.find(kind, twice) }
            #expect(await KnownNames.all(kind, twice).isEmpty)
        }
    }

    @Test("categories are what the server offers, each once, or what is known; what waits has the head of its id")
    func entries() async throws {
        let nowhere = CommandContext(configurationFile: "/nowhere", isJSON: false)
        #expect(await KnownNames.all(.category, nowhere).contains { $0.text == "Snacks" })
        let offered = try JSONValue(
            parsing:
                #"[{"category":"Paper","way":"income"},{"category":"Gift","way":"income"},{"category":"Gift","way":"spending"},{"way":"x"}]"#
        )
        #expect(
            KnownNames.categories(offered) == [
                .init(text: "Paper", help: "income"), .init(text: "Gift", help: "income, spending"),
            ])
        #expect(KnownNames.categories(nil).isEmpty)
        let list = try JSONValue(
            parsing: #"[{"intent":"3fa20011223344556677","state":"parked","amount":"-3.20","description":"Ice"},{}]"#)
        #expect(KnownNames.intents(list) == [KnownNames.Name(text: "3fa20011", help: "parked · -3.20 · Ice")])
    }

    @Test("children by first names, or by full names where two are called alike")
    func children() throws {
        let list = try JSONValue(
            parsing:
                #"[{"firstName":"Al","name":"Al A"},{"firstName":"Bo","name":"Bo B"},{"firstName":"Al","name":"Al C"},{"x":1}]"#
        )
        #expect(KnownNames.children(list).map(\.text) == ["Al A", "Bo", "Al C"])
        #expect(KnownNames.children("nonsense").isEmpty)
    }

    @Test("deliveries by their numbers; to send or give up only those that are not over")
    func deliveries() throws {
        let list = try JSONValue(
            parsing:
                #"[{"number":3,"state":"dead","target":"chat","description":"Kite"},{"number":2,"state":"delivered"},{"number":1,"state":"discarded"},{}]"#
        )
        #expect(KnownNames.deliveries(list, isOpen: false).map(\.text) == ["3", "2", "1"])
        #expect(KnownNames.deliveries(list, isOpen: true) == [.init(text: "3", help: "dead · chat · Kite")])
    }
}
