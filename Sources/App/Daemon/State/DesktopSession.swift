import JSON

/// Which session of the desktop's secret service is an account's, and whose: what can be known of it while that is locked.
struct DesktopSession: Sendable, Equatable {
    /// Under which it is kept; a new one for each session, so that one is whole before the file names it.
    let id: String
    /// Whose it is, as the server has it.
    let email: String
    /// `nil` if the server has not told.
    let user: String?
    /// The own child of a child's login; `nil` if the server has not told.
    let child: String?

    init(email: String, user: String?, child: String? = nil) {
        self.child = child
        id = String(UInt64.random(in: .min ... .max), radix: 16)
        self.email = email
        self.user = user
    }

    /// Reads what ``write(into:)`` wrote.
    init(_ node: JSONNode) throws(JSONError) {
        id = try node.required("id").string()
        email = try node.optional("email")?.string() ?? ""
        user = try node.optional("user")?.string()
        child = try node.optional("child")?.string()
    }

    func write(into object: inout JSONObjectWriter) {
        object.set("id", id)
        object.set("email", email)
        object.set("user", ifPresent: user)
        object.set("child", ifPresent: child)
    }
}

/// Where a person wants a session to be kept.
package enum SessionPlace: String, Sendable, CaseIterable {
    /// In the state folder, readable for its owner alone: there also while nobody sits at the machine.
    case file
    /// In the desktop's secret service, as long as that is open.
    case desktop
}
