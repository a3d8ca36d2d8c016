/// A failure that no method declares: clients hear of it only where details are told.
struct UnplannedError: Error, CustomStringConvertible {
    let description: String

    init(_ text: String) { description = text }
}
