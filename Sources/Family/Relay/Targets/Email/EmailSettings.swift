import HTTPClient
import MailClient
import Settings
import TextFormats
import Values

/// Mailboxes that a submission server delivers to.
struct EmailSettings: TargetSettings {
    /// Whether a connection is encrypted.
    enum Encryption: String, Sendable, CaseIterable {
        case required, none
    }

    static let word = "email"
    static let help = "E-mail, by the submission server of a provider or of one's own."
    static let looks: [AlertStyle.Key] = [.title, .urgency, .link]
    static let questions = [
        TargetQuestion("server", "Mail server (smtp://… for STARTTLS, smtps://…): ") { text throws(TextFormatError) in
            _ = try TextFormat.mailServer.parse(text)
            return .plain(text)
        },
        TargetQuestion("user", "Name to sign in with there, often the address: ", standard: "none") {
            text throws(TextFormatError) in
            text.isEmpty ? .nothing : .plain(try TextFormat.mailUser.parse(text))
        },
        TargetQuestion(
            "password", "Password for this program alone, an app password (Enter alone: another name): ",
            isSecret: true, isPlace: true, need: "user"
        ) { text throws(TextFormatError) in
            .secret(Secret(try TextFormat.mailPassword.parse(text)))
        },
        TargetQuestion(
            "tls", "Is it a server of your house that takes mail unencrypted? ", standard: "no", bar: "user",
            isOfHouse: true
        ) { text throws(TextFormatError) in
            try TextFormat.yesOrNo.parse(text.isEmpty ? "no" : text) ? .plain(Encryption.none.rawValue) : .nothing
        },
        TargetQuestion("from", "Address that the mails come from: ") { text throws(TextFormatError) in
            .plain(try TextFormat.mailAddress.parse(text).description)
        },
        TargetQuestion("to", "Addresses to tell, with blanks between: ") { text throws(TextFormatError) in
            let words: [Substring] = text.split { $0 == " " || $0 == "," }
            guard !words.isEmpty else { throw TextFormatError("must name an address", hint: "such as mum@example.org") }
            var addresses: [String] = []
            for word in words { addresses.append(try TextFormat.mailAddress.parse(String(word)).description) }
            return .several(addresses)
        },
    ]

    let server: MailClient.Server
    let encryption: Encryption
    let user: String?
    let password: SecretSource?
    let from: MailAddress
    let to: [MailAddress]
    let connection: TargetConnection

    init(
        server: MailClient.Server, encryption: Encryption = .required, user: String? = nil,
        password: SecretSource? = nil, from: MailAddress, to: [MailAddress], connection: TargetConnection
    ) {
        (self.server, self.encryption, self.user, self.password) = (server, encryption, user, password)
        (self.from, self.to, self.connection) = (from, to, connection)
    }

    init(reading reader: inout SettingsReader) {
        server = reader.value(
            "server", .mailServer,
            help: "The submission server: `smtp://` asks for STARTTLS (port 587 unless named), `smtps://` is encrypted "
                + "from the first byte (465).")
        encryption = reader.value(
            "tls", .choice, default: "required",
            help: "`none` sends in the clear, without a password, and only to a server in the own house.")
        user = reader.optional("user", .mailUser, help: "Who signs in; left out, nobody does.")
        password = reader.optionalSecret(
            "password", literal: .guarded(.mailPassword),
            help: "The password of `user`; of a provider one made for this program alone.")
        from = reader.value("from", .mailAddress.showing("pocketbell@example.org"), help: "Whom the mails come from.")
        to = reader.values(
            "to", .mailAddress.showing("mum@example.org"), atLeast: 1,
            help:
                "Who gets them, all in one mail. Who should not wait for another's full mailbox gets a target of their own."
        )
        connection = TargetConnection(reading: &reader)
        if user != nil, password == nil { reader.require(false, at: "user", "'user' needs a 'password' beside it") }
        if user == nil, password != nil { reader.require(false, at: "password", "'password' needs a 'user' beside it") }
        guard encryption == .none else { return }
        reader.require(password == nil, at: "tls", "'tls' must be required where a password is sent")
        reader.require(
            connection.allowsPrivateAddresses, at: "tls",
            "'tls' must be required where the server is not in the own house",
            hint: "if it is, add 'private-addresses: true'")
        reader.require(
            server.encryption == .startTLS, at: "tls", "'tls' can't be none with smtps://", hint: "write smtp://")
    }

    var network: TargetConnection? { connection }

    func place() throws -> TargetPlace? {
        // The password is what can be wrong of it.
        _ = try password?.resolve()
        return TargetPlace(host: server.host, addresses: addresses)
    }

    /// In the clear nothing leaves the house, whatever the name leads to.
    var addresses: AddressPolicy { encryption == .none ? .homeAlone : connection.addresses }

    func target(named name: String, by tools: TargetTools) throws -> any AlertTarget {
        let isClear = encryption == .none
        var client = MailClient(
            isClear ? .init(host: server.host, port: server.port, encryption: .none) : server)
        if let user, let password { client.credentials = (user, try password.resolve()) }
        // Connecting goes on until the sign-in is answered, which many servers delay on purpose, and one that looks for spam takes
        // its time at the end; still below the minute that `target test` waits for its report.
        client.deadlines = HTTPDeadlines(connect: .seconds(20), total: .seconds(45))
        client.addresses = addresses
        if let file = connection.certificateAuthorities { client.tls.trust = .systemAnd(file: file) }
        return EmailTarget(name: name, from: from, to: to, client: client, clock: tools.clock)
    }
}

extension TextFormat where Value == MailClient.Server {
    /// `smtp://HOST[:PORT]` or `smtps://HOST[:PORT]`.
    static var mailServer: TextFormat {
        let format = TextFormat<ServerPlace>.server(
            "mail server", scheme: "smtp", host: "smtp.example.org", ports: (plain: 587, encrypted: 465))
        return TextFormat(shape: format.shape, placeholder: MailClient.Server(format.placeholder)) {
            text throws(TextFormatError) in MailClient.Server(try format.parse(text))
        }
    }
}

extension MailClient.Server {
    fileprivate init(_ place: ServerPlace) {
        self.init(host: place.host, port: place.port, encryption: place.isEncrypted ? .implicit : .startTLS)
    }
}

extension TextFormat where Value == MailAddress {
    /// An address of the usual form.
    static var mailAddress: TextFormat {
        let shape = TextShape(name: "e-mail address", example: "mum@example.org")
            .with { $0.pattern = "^[^@\\s]+@[^@\\s]+$" }
        guard let example = MailAddress("mum@example.org") else { preconditionFailure("the example is no address") }
        return TextFormat(shape: shape, placeholder: example) { text throws(TextFormatError) in
            guard let address = MailAddress(text) else {
                throw TextFormatError("must be an e-mail address of ASCII letters", hint: "such as mum@example.org")
            }
            return address
        }
    }
}

extension TextFormat where Value == String {
    /// Whom a mail server knows; often an address.
    static var mailUser: TextFormat { signIn("user name", "mum@example.org", upTo: 255) }
    /// What it knows them by.
    static var mailPassword: TextFormat { signIn("password", "abcd efgh ijkl mnop", upTo: 255) }
}
