import Glibc

/// Material that lies beside the package on machines where the whole project is worked on: recordings and the reference
/// hub. Tests that need it skip themselves elsewhere.
enum SharedFolder {
    /// `POCKETBELL_SHARED`, else `../shared` beside the package or a worktree of it.
    static let path: String? = {
        let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        let beside = [1, 2].map { package.dropLast($0).joined(separator: "/") + "/shared" }
        let set = unsafe getenv("POCKETBELL_SHARED").map { unsafe [String(cString: $0)] }
        return (set ?? beside).first { unsafe access($0 + "/fixtures/real-backend/README.md", R_OK) == 0 }
    }()

    static var hasRecordings: Bool { path != nil }
    static var hasReferenceHub: Bool {
        path.map { unsafe access($0 + "/reference-hub/run", X_OK) == 0 } ?? false
    }
}
