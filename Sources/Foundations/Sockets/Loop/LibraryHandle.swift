/// A pointer of the library on its way between two isolation domains that both live on the service thread.
///
/// `@unchecked Sendable`: the pointer is only a number until the service thread uses it.
@safe struct LibraryHandle: @unchecked Sendable {
    let pointer: OpaquePointer
}
