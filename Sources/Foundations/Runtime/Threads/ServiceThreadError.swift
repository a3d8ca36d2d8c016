/// The system gave no thread.
package struct ServiceThreadError: Error, Equatable, CustomStringConvertible {
    /// What `pthread_create` returned, such as `EAGAIN`.
    package let code: Int32

    /// - Parameter code: as `pthread_create` returned it; it doesn't set `errno`.
    package init(code: Int32) {
        self.code = code
    }

    /// A sentence for people, with the next step.
    package var description: String {
        "the system gave no thread (\(SystemMessage.text(code))); look at the limits of processes and memory"
    }
}
