import Glibc

/// What a program that a test starts finds in its environment.
package enum ProgramEnvironment {
    /// The test's own variables and these, as `NAME=value`.
    ///
    /// - Parameter added: an empty value takes a variable away.
    package static func adding(_ added: [String: String]) -> [String] {
        var all: [String: String] = [:]
        var next = environ
        while let variable = next.pointee {
            let parts = String(cString: variable).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        for (name, value) in added { all[name] = value.isEmpty ? nil : value }
        return all.map { "\($0)=\($1)" }
    }
}
