import Glibc

/// A variable of the process's environment; `nil` when unset.
///
/// Reading is safe from any thread as long as nobody writes: the product never calls `setenv`.
package func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
