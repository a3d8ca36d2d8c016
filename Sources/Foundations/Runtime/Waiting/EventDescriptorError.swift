/// The system gave no descriptor.
package struct EventDescriptorError: Error, Equatable, CustomStringConvertible {
    /// `errno`, such as `EMFILE`.
    package let code: Int32

    /// - Parameter code: `errno` right after `eventfd` or `timerfd_create` has failed.
    package init(code: Int32) {
        self.code = code
    }

    /// A sentence for people, with the next step.
    package var description: String {
        "the system gave no descriptor (\(SystemMessage.text(code))); look at the limit of open files"
    }
}
