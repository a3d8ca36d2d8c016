import AllowanceAPI
import Configuration
import Control
import Daemon
import HTTPClient
import JSON
import Relay
import Runtime
import Store

/// The names of this installation, for a press of Tab: quick, silent, and none rather than an error.
package enum KnownNames {
    /// What names there are.
    package enum Kind: String, CaseIterable, Sendable {
        case account, target, rule, child
        /// The numbers of the newest deliveries.
        case delivery
        /// Of those, the ones that a person may still want to send or to give up.
        case openDelivery
        /// What was entered here and waits, or needs a person.
        case intent
        /// What money is filed under: the server's words, or before it has told any, those that are known.
        case category
    }

    /// One of them, and what it is.
    package struct Name: Sendable, Equatable {
        /// As a command takes it; somebody else may have chosen it.
        package let text: String
        /// May be empty.
        package let help: String
    }

    /// How long a person waits for a Tab without wondering.
    private static let patience = Duration.milliseconds(800)

    /// The names that the running program knows, or, if none runs, its configuration and its store.
    ///
    /// - Returns: none where nobody can be asked, where the configuration has mistakes, or when it takes too long.
    package static func all(_ kind: Kind, _ context: CommandContext) async -> [Name] {
        let found = await race(limit: patience) { try? await find(kind, context) }
        let names = (found.value ?? nil) ?? []
        return kind == .category && names.isEmpty ? CategoryChoice.known.all.map { Name(text: $0, help: "") } : names
    }

    /// The same, with what went wrong.
    static func find(_ kind: Kind, _ context: CommandContext) async throws -> [Name] {
        switch try await Addressee.find(context) {
        case .program(let program):
            let configuration = program.configurationFile.flatMap { file in
                try? Configuration.load(path: file, environment: ProcessEnvironment.variables)
            }
            return try await Inquiry.with(program) { try await names(kind, $0, configuration) }
        case .files(let configuration):
            let folder = StateFolder(configuration.state)
            switch kind {
            case .account: return try WatchedAccount.all(of: configuration, in: folder).map(Name.init)
            case .target: return configuration.targets.map { Name(text: $0.name, help: "") }
            case .rule: return rules(of: configuration)
            case .child, .delivery, .openDelivery, .intent, .category:
                // A Tab is no reason to make a store.
                guard folder.isInUse else { return [] }
                return try await Inquiry.withStore(of: configuration) { try await names(kind, $0, configuration) }
            }
        }
    }

    /// - Parameter configuration: what the program has in force, as far as this user may read it.
    private static func names(
        _ kind: Kind, _ inquiry: Inquiry, _ configuration: Configuration?
    ) async throws -> [Name] {
        switch kind {
        case .account:
            return texts(in: try await inquiry.ask(ControlRequest(.get, ["status"]))["accounts"], "name")
        case .target:
            if let configuration { return configuration.targets.map { Name(text: $0.name, help: "") } }
            return texts(in: try await inquiry.ask(ControlRequest(.get, ["status"]))["targets"], "name")
        case .rule: return configuration.map(rules(of:)) ?? []
        case .child:
            return children(try await inquiry.ask(ControlRequest(.get, ["children"])))
        case .delivery, .openDelivery:
            let list = try await inquiry.ask(ControlRequest(.get, ["deliveries"], query: ["limit": "100"]))
            return deliveries(list, isOpen: kind == .openDelivery)
        case .intent: return intents(try await inquiry.ask(ControlRequest(.get, ["intents"])))
        case .category:
            return categories(try await inquiry.ask(ControlRequest(.get, ["records", "category"]))["records"])
        }
    }

    private static func rules(of configuration: Configuration) -> [Name] {
        configuration.rules.map { Name(text: $0.name, help: $0.to.joined(separator: ", ")) }
    }

    private static func texts(in list: JSONValue?, _ name: String) -> [Name] {
        elements(list).compactMap { $0.text(name) }.map { Name(text: $0, help: "") }
    }

    /// First names; full names where two are called alike.
    static func children(_ list: JSONValue) -> [Name] {
        let children = NamedChild.all(in: list)
        return children.map { child in
            let isAlone = children.count { $0.firstName == child.firstName } == 1
            return Name(text: isAlone ? child.firstName : child.fullName, help: child.fullName)
        }
    }

    static func deliveries(_ list: JSONValue, isOpen: Bool) -> [Name] {
        elements(list).compactMap { delivery in
            guard case .number(let number)? = delivery["number"], let state = delivery.text("state"),
                !isOpen || !["delivered", "discarded"].contains(state)
            else { return nil }
            let parts = [state, delivery.text("target"), delivery.text("description")]
            return Name(text: number.text, help: parts.compactMap { $0 }.joined(separator: " · "))
        }
    }

    static func intents(_ list: JSONValue) -> [Name] {
        elements(list).compactMap { entry in
            guard let id = entry.text("intent") else { return nil }
            let parts = [entry.text("state"), entry.text("amount"), entry.text("description")]
            return Name(text: String(id.prefix(8)), help: parts.compactMap { $0 }.joined(separator: " · "))
        }
    }

    /// Each once, with what it is for.
    static func categories(_ list: JSONValue?) -> [Name] {
        var ways: [(name: String, ways: [String])] = []
        for row in elements(list) {
            guard let name = row.text("category"), let way = row.text("way") else { continue }
            if let known = ways.firstIndex(where: { $0.name == name }) {
                ways[known].ways.append(way)
            } else {
                ways.append((name, [way]))
            }
        }
        return ways.map { Name(text: $0.name, help: $0.ways.joined(separator: ", ")) }
    }

    private static func elements(_ list: JSONValue?) -> [JSONValue] {
        if case .array(let elements)? = list { elements } else { [] }
    }
}

extension KnownNames.Name {
    fileprivate init(_ account: WatchedAccount) {
        self.init(text: account.name, help: account.server.origin)
    }
}

extension JSONValue {
    fileprivate func text(_ name: String) -> String? { if case .string(let text)? = self[name] { text } else { nil } }
}
