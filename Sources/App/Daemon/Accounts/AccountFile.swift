package import AllowanceAPI
import JSON
import Values

/// A signed-in account as it lies in the state folder: its server, and the session that `login` got. Owner-only.
///
/// It is the `TokenStore` of the account's session.
package struct AccountFile: Sendable {
    package let name: String
    private let path: String

    /// Names are file names, so they are letters, digits, dots, dashes and underscores.
    package static func isName(_ text: String) -> Bool {
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

    package init(_ name: String, in folder: StateFolder) {
        self.name = name
        path = "\(folder.accounts)/\(name).json"
    }

    /// What the file holds.
    package struct Contents: Sendable {
        /// The server's address as it was given at sign-in.
        package let server: String
        package let signedIn: SignedIn?
    }

    /// `nil` if there is no such account.
    ///
    /// - Throws: `AllowanceError` of kind `tokenStoreFailed` for a file that is damaged, or that others may read.
    package func contents() throws(AllowanceError) -> Contents? {
        let bytes: [UInt8]?
        do throws(ErrorNumber) {
            bytes = try PrivateFile.read(path)
        } catch {
            throw .tokenStoreFailed("The session file \(path) cannot be read: \(error); only its owner may read it.")
        }
        guard let bytes else { return nil }
        do throws(JSONError) {
            let root = JSONNode(try JSONValue(parsing: bytes))
            let session = try root.optional("session").map { Secret($0.value.description) }
            return Contents(
                server: try root.required("server").string(), signedIn: session.flatMap { SignedIn(stored: $0) })
        } catch {
            throw .tokenStoreFailed("The session file \(path) is damaged; remove it and sign in again.")
        }
    }

    package func write(server: String, _ signedIn: SignedIn?) throws(AllowanceError) {
        var writer = JSONWriter()
        do throws(JSONError) {
            try writer.object { object throws(JSONError) in
                object.set("server", server)
                guard let stored = signedIn?.stored else { return }
                let bytes = stored.withText { Array($0.utf8) }
                object.set("session", try JSONFragment(parsing: bytes))
            }
        } catch {
            throw .tokenStoreFailed("The session of \(name) cannot be written down.")
        }
        do throws(ErrorNumber) {
            try PrivateFile.replace(path, with: writer.bytes)
        } catch {
            throw .tokenStoreFailed("The session file \(path) cannot be written: \(error).")
        }
    }

    /// Takes the account away.
    ///
    /// - Returns: `false` if there was none.
    package func remove() throws(AllowanceError) -> Bool {
        do throws(ErrorNumber) {
            return try PrivateFile.remove(path)
        } catch {
            throw .tokenStoreFailed("The session file \(path) cannot be removed: \(error).")
        }
    }

    /// The names of all accounts that signed in here, in order.
    package static func names(in folder: StateFolder) -> [String] {
        PrivateFile.names(in: folder.accounts).compactMap { file in
            guard file.hasSuffix(".json") else { return nil }
            let name = String(file.dropLast(5))
            return isName(name) ? name : nil
        }.sorted()
    }
}
