package import Store

extension WatchedAccount {
    /// Names of accounts by which a child is signed in, as far as the server has said so.
    package static func childLogins(in folder: StateFolder) -> [String] {
        AccountFile.names(in: folder).filter { name in
            let person = (try? AccountFile(name, in: folder).contents())?.session.map { OrderLogin.Person($0) }
            return person?.child != nil
        }
    }
}
