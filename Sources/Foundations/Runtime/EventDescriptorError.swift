/// The system gave no descriptor.
public struct EventDescriptorError: Error, Equatable {
    /// `errno`, such as `EMFILE`.
    public let code: Int32
}
