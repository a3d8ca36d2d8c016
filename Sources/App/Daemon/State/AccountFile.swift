import AllowanceAPI
import JSON
import Store
import Values

/// A signed-in account as it lies in the state folder: its server, and the session that `login` got. Owner-only.
///
/// `AccountTokenStore` makes the session's `TokenStore` of it.
struct AccountFile: Sendable {
    /// As ``isName(_:)`` allows: it becomes a file's name.
    let name: String
    /// The folder with the sessions of all accounts.
    let folder: String
    private let path: String
    private let lock: String

    /// Names are file names, so they are letters, digits, dots, dashes and underscores.
    static func isName(_ text: String) -> Bool {
        let letters = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return letters && 1...64 ~= text.utf8.count && text.first != "."
    }

    /// - Parameter name: must satisfy ``isName(_:)``, which keeps it inside the folder; the file need not exist.
    init(_ name: String, in folder: StateFolder) {
        self.name = name
        self.folder = folder.accounts
        path = "\(folder.accounts)/\(name).json"
        lock = "\(folder.accounts)/.lock"
    }

    /// What the file holds.
    struct Contents: Sendable {
        /// The server's address as it was given at sign-in.
        let server: String
        /// With which address the person signed in; older files lack it.
        let email: String?
        let session: Session?

        /// Whether it is the session of the person with this address; of anybody's if none is meant.
        func isOf(_ wanted: String?) -> Bool {
            guard let wanted, let own = person else { return true }
            return own.isEmpty || own.lowercased() == wanted.lowercased()
        }

        /// Whose session it is, as far as that is known; `nil` without one.
        var person: String? { session.map { email ?? $0.email } }
    }

    /// Where the account's session lies.
    enum Session: Sendable {
        /// In the file itself, which only its owner reads.
        case file(SignedIn)
        /// In the desktop's secret service; the file says which it is and whose.
        case desktop(DesktopSession)

        /// Which of the two it is.
        var place: SessionPlace {
            switch self {
            case .file: .file
            case .desktop: .desktop
            }
        }

        /// As the server has it.
        var email: String {
            switch self {
            case .file(let signedIn): signedIn.email
            case .desktop(let session): session.email
            }
        }
    }

    /// Which file it is now; `nil` if there is none.
    var stamp: FileStamp? { FileStamp(path) }

    /// Does something to the file while no other program does.
    func locked<Value>(_ body: () throws(AllowanceError) -> Value) throws(AllowanceError) -> Value {
        let lock: FileLock
        do throws(SystemError) {
            lock = try FileLock(self.lock)
        } catch {
            throw .tokenStoreFailed("The lock \(self.lock) cannot be taken: \(error).", isFull: error.isFull)
        }
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    /// `nil` if there is no such account.
    ///
    /// - Throws: `AllowanceError` of kind `tokenStoreFailed` for a file that is damaged, or that others may read.
    func contents() throws(AllowanceError) -> Contents? {
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try PrivateFile.read(path)
        } catch {
            throw .tokenStoreFailed("The session file \(path) cannot be read: \(error); only its owner may read it.")
        }
        guard let bytes else { return nil }
        do throws(JSONError) {
            let root = JSONNode(try JSONValue(parsing: bytes))
            return Contents(
                server: try root.required("server").string(), email: try root.optional("email")?.string(),
                session: try session(root))
        } catch {
            throw .tokenStoreFailed("The session file \(path) is damaged; remove it and sign in again.")
        }
    }

    private func session(_ root: JSONNode) throws(JSONError) -> Session? {
        if let desktop = try root.optional("desktop") { return .desktop(try DesktopSession(desktop)) }
        let stored = try root.optional("session").map { Secret($0.value.description) }
        return stored.flatMap { SignedIn(stored: $0) }.map { .file($0) }
    }

    /// Replaces the file; to be done while it is ``locked(_:)``.
    func write(_ contents: Contents) throws(AllowanceError) {
        var writer = JSONWriter()
        do throws(JSONError) {
            try writer.object { object throws(JSONError) in
                object.set("server", contents.server)
                if let email = contents.email { object.set("email", email) }
                switch contents.session {
                case .file(let signedIn):
                    let bytes = signedIn.stored.withText { Array($0.utf8) }
                    object.set("session", try JSONFragment(parsing: bytes))
                case .desktop(let session): object.object("desktop") { session.write(into: &$0) }
                case nil: break
                }
            }
        } catch {
            throw .tokenStoreFailed("The session of \(name) cannot be written down.")
        }
        do throws(SystemError) {
            try PrivateFile.replace(path, with: writer.bytes)
        } catch {
            throw .tokenStoreFailed("The session file \(path) cannot be written: \(error).", isFull: error.isFull)
        }
    }

    /// Takes the account away.
    ///
    /// - Returns: `false` if there was none.
    func remove() throws(AllowanceError) -> Bool {
        try locked { () throws(AllowanceError) in
            do throws(SystemError) {
                return try PrivateFile.remove(path)
            } catch {
                throw .tokenStoreFailed("The session file \(path) cannot be removed: \(error).")
            }
        }
    }

    /// The names of all accounts that signed in here, in order.
    static func names(in folder: StateFolder) -> [String] {
        PrivateFile.names(in: folder.accounts).compactMap { file in
            guard file.hasSuffix(".json") else { return nil }
            let name = String(file.dropLast(5))
            return isName(name) ? name : nil
        }.sorted()
    }
}
