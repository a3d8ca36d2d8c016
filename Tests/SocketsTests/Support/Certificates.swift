import Glibc
package import Sockets
package import Testing

/// Certificates for tests, made by the `openssl` command: an authority of its own, and servers of every kind. Tests that
/// run at the same time share them: making them takes a dozen processes.
package struct Certificates: Sendable {
    private let folder: TemporaryFolder

    /// The condition of tests that need them.
    package static let trait: ConditionTrait = .enabled(
        if: Command.exists("openssl"), "needs the openssl command to make certificates")

    /// For localhost, 127.0.0.1 and ::1.
    package var good: TLSIdentity { identity("good") }
    /// For elsewhere.example.
    package var wrongHost: TLSIdentity { identity("wrong") }
    package var expired: TLSIdentity { identity("expired") }
    package var selfSigned: TLSIdentity { identity("self") }
    /// Vouches for all but the self-signed one.
    package var authority: String { folder.file("ca.pem") }
    /// Of a client; not for servers.
    package var client: TLSIdentity { identity("client") }
    /// The client's, with a key that needs a passphrase.
    package var encrypted: TLSIdentity {
        TLSIdentity(certificateFile: folder.file("client.pem"), keyFile: folder.file("encrypted.key"))
    }
    /// Of a client, signed by itself.
    package var stranger: TLSIdentity { identity("self") }
    /// A file that is none.
    package var noCertificate: String { folder.file("make.sh") }

    private func identity(_ name: String) -> TLSIdentity {
        TLSIdentity(certificateFile: folder.file("\(name).pem"), keyFile: folder.file("\(name).key"))
    }

    package init() async throws { self = try await Maker.shared.certificates() }

    private init(folder: TemporaryFolder) { self.folder = folder }

    /// Keeps them only as long as somebody uses them, so that the folder goes.
    private actor Maker {
        static let shared = Maker()
        private weak var folder: TemporaryFolder?
        private var making: Task<Certificates, any Error>?

        func certificates() async throws -> Certificates {
            if let folder { return Certificates(folder: folder) }
            let task = making ?? Task { try await Certificates.make() }
            making = task
            defer { making = nil }
            let made = try await task.value
            folder = made.folder
            return made
        }
    }

    private static func make() async throws -> Certificates {
        let certificates = Certificates(folder: TemporaryFolder())
        try await certificates.fill()
        return certificates
    }

    private func fill() async throws {
        let script = """
            set -e
            key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            names="subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1"
            openssl req -x509 $key -keyout ca.key -out ca.pem -days 2 -subj "/CN=Test authority"
            openssl req -x509 $key -keyout self.key -out self.pem -days 2 -subj /CN=localhost -addext "$names"
            issue() {
              openssl req $key -keyout $1.key -out $1.csr -subj "/CN=$1"
              echo "$2" > $1.ext
              openssl x509 -req -in $1.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days $3 -extfile $1.ext -out $1.pem
            }
            issue good "$names" 2
            issue wrong subjectAltName=DNS:elsewhere.example 2
            issue expired "$names" -1
            issue client extendedKeyUsage=clientAuth 2
            openssl ec -in client.key -aes128 -passout pass:secret -out encrypted.key
            """
        try write("( \(script) ) > make.log 2>&1\n", to: folder.file("make.sh"))
        #expect(await Command.run(["sh", "make.sh"], in: folder.path) == 0, "openssl could not make certificates")
    }

    private func write(_ text: String, to path: String) throws {
        let file = try #require(unsafe fopen(path, "w"))
        unsafe fputs(text, file)
        unsafe fclose(file)
    }
}
