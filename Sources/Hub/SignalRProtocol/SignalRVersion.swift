/// The version of the hub libraries.
public enum SignalRVersion {
    /// As clients name it to servers.
    public static let text = "0.1.0"
}
