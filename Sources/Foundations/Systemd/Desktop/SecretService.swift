package import Values

/// The desktop's keeper of secrets, by the protocol of `org.freedesktop.secrets`: GNOME's keyring, KDE's wallet, KeePassXC.
///
/// Secrets travel as they are over the session bus, a socket that only this user's programs reach. Nothing here asks the person for anything:
/// what is locked, and cannot be opened without a question, is ``SecretServiceError/locked``.
package struct SecretService: Sendable {
    private let bus: SessionBus

    /// - Parameter bus: of the session whose keeper is meant.
    package init(bus: SessionBus) { self.bus = bus }

    /// Whether something new can be kept there now: there is a keeper, it has a default collection, and that is open.
    package var isOpen: Bool {
        get async {
            guard let collection = try? await defaultCollection() else { return false }
            return (try? await open(collection)) != nil
        }
    }

    /// Keeps a text in the default collection, in the place of one with the same attributes.
    ///
    /// - Parameters:
    ///   - label: what the desktop's own program shows it as.
    ///   - attributes: by which it is found again. They are no secret: the desktop keeps them readable.
    /// - Throws: ``SecretServiceError``, or `CancellationError`.
    package func keep(_ secret: Secret, label: String, attributes: [String: String]) async throws {
        let collection = try await defaultCollection()
        try await open(collection)
        try await withSession { session in
            let properties: BusValue = .options([
                "org.freedesktop.Secret.Item.Label": .string(label),
                "org.freedesktop.Secret.Item.Attributes": Self.value(attributes),
            ])
            let bytes = secret.withText { text in text.utf8.map { BusValue.byte($0) } }
            let content: BusValue = .structure([
                .objectPath(session), .array(of: "y", []), .array(of: "y", bytes), .string("text/plain; charset=utf8"),
            ])
            let answer = try await call(
                collection, "Collection", "CreateItem", [properties, content, .boolean(true)])
            try await refuseQuestion(answer.last)
        }
    }

    /// The text that is kept under these attributes; `nil` if there is none.
    ///
    /// - Throws: ``SecretServiceError``, or `CancellationError`.
    package func secret(_ attributes: [String: String]) async throws -> Secret? {
        guard let item = try await items(attributes).first else { return nil }
        try await open(item)
        return try await withSession { session in
            let answer = try await call(item, "Item", "GetSecret", [.objectPath(session)])
            guard case .structure(let parts)? = answer.first, parts.count == 4, let bytes = parts[2].items else {
                throw SecretServiceError.misunderstood("GetSecret")
            }
            let text = bytes.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
            return Secret(String(decoding: text, as: UTF8.self))
        }
    }

    /// Takes away all that is kept under these attributes, whatever others it has.
    ///
    /// - Throws: ``SecretServiceError``, or `CancellationError`.
    package func remove(_ attributes: [String: String]) async throws {
        for item in try await items(attributes) {
            try await open(item)
            try await refuseQuestion(try await call(item, "Item", "Delete").first)
        }
    }

    // MARK: The protocol

    private func defaultCollection() async throws -> String {
        guard let path = try await call(Self.root, "Service", "ReadAlias", [.string("default")]).first?.text else {
            throw SecretServiceError.misunderstood("ReadAlias")
        }
        guard path != "/" else { throw SecretServiceError.absent }
        return path
    }

    private func items(_ attributes: [String: String]) async throws -> [String] {
        let answer = try await call(Self.root, "Service", "SearchItems", [Self.value(attributes)])
        guard answer.count == 2, let open = answer[0].items, let locked = answer[1].items else {
            throw SecretServiceError.misunderstood("SearchItems")
        }
        return (open + locked).compactMap(\.text)
    }

    /// Opens what opens without a question, as what has no password does.
    private func open(_ path: String) async throws {
        let answer = try await call(Self.root, "Service", "Unlock", [.array(of: "o", [.objectPath(path)])])
        guard answer.count == 2, let opened = answer[0].items else { throw SecretServiceError.misunderstood("Unlock") }
        try await refuseQuestion(answer[1])
        guard opened.contains(where: { $0.text == path }) else { throw SecretServiceError.locked }
    }

    /// What the keeper wants to ask the person is not asked: nobody may be there.
    private func refuseQuestion(_ prompt: BusValue?) async throws {
        guard let path = prompt?.text, path != "/" else { return }
        _ = try? await call(path, "Prompt", "Dismiss")
        throw SecretServiceError.locked
    }

    /// Secrets are handed over within a session, which says how they travel.
    private func withSession<Value: Sendable>(_ body: (String) async throws -> Value) async throws -> Value {
        let plain: [BusValue] = [.string("plain"), .variant(.string(""))]
        guard let session = try await call(Self.root, "Service", "OpenSession", plain).last?.text else {
            throw SecretServiceError.misunderstood("OpenSession")
        }
        do {
            let value = try await body(session)
            _ = try? await call(session, "Session", "Close")
            return value
        } catch {
            _ = try? await call(session, "Session", "Close")
            throw error
        }
    }

    private func call(
        _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = []
    ) async throws -> [BusValue] {
        do {
            return try await bus.call(
                BusCall(
                    Self.name, path: path, interface: "org.freedesktop.Secret.\(interface)", method, arguments))
        } catch let error as BusError {
            throw SecretServiceError(error)
        }
    }

    private static let name = "org.freedesktop.secrets"
    private static let root = "/org/freedesktop/secrets"

    private static func value(_ attributes: [String: String]) -> BusValue {
        let pairs = attributes.map { (BusValue.string($0.key), BusValue.string($0.value)) }
        return .dictionary(of: "ss", Dictionary(uniqueKeysWithValues: pairs))
    }
}

/// Why the desktop's keeper of secrets did not do what it was asked.
package enum SecretServiceError: Error, Equatable, CustomStringConvertible {
    /// No session bus, or nobody on it who keeps secrets.
    case absent
    /// It would have to ask the person for a password first.
    case locked
    /// It does not answer within 5 s, or failed; the reason as the bus has it.
    case failed(String)
    /// Its answer to this method has another form than the protocol's.
    case misunderstood(String)

    /// What happened, for people.
    package var description: String {
        switch self {
        case .absent: "there is no secret service in this session"
        case .locked: "the desktop's secret service is locked"
        case .failed(let reason): "the desktop's secret service fails: \(reason)"
        case .misunderstood(let method): "the desktop's secret service answers \(method) in a form of its own"
        }
    }

    init(_ error: BusError) {
        switch error {
        case .disconnected, .remote("org.freedesktop.DBus.Error.ServiceUnknown", _),
            .remote("org.freedesktop.DBus.Error.NameHasNoOwner", _):
            self = .absent
        case .remote("org.freedesktop.Secret.Error.IsLocked", _): self = .locked
        default: self = .failed("\(error)")
        }
    }
}
