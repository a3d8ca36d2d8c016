/// The system gave no thread.
public struct ServiceThreadError: Error, Equatable {
    /// What `pthread_create` returned, such as `EAGAIN`.
    public let code: Int32
}
