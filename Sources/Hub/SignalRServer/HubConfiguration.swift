/// Times and limits of a hub. The defaults are those of ASP.NET Core where it has them.
package struct HubConfiguration: Sendable {
    /// How long a client may take until its handshake is complete.
    package var handshakeTimeout = Duration.seconds(15)
    /// Silence after which the hub pings a client.
    package var keepAliveInterval = Duration.seconds(15)
    /// Silence after which a client that has pinged is given up.
    package var clientTimeout = Duration.seconds(30)
    /// How long a negotiated connection waits for its transport.
    package var negotiationLifetime = Duration.seconds(15)
    /// Bytes of one message from a client, separator included.
    package var maximumMessageBytes = 32 * 1024
    /// Bytes that wait for one client. A client that lets more pile up is cut: it can't be told more slowly without holding
    /// up everybody else, and after its reconnect it reads what it missed.
    package var maximumOutgoingBytes = 1 << 20
    /// Calls of one client that wait for their turn; then the hub stops reading that client.
    package var maximumWaitingCalls = 64
    /// Items of one upload stream that wait for the method; then the hub stops reading that client.
    package var maximumWaitingItems = 10
    /// Negotiated connections that wait for their transport. Beyond it negotiation answers 503.
    package var maximumNegotiations = 4096
    /// Whether failures that no method declared are told in full. For development only.
    package var tellsDetails = false
    /// Whether pages of other origins may connect.
    package var allowsOtherOrigins = false

    package init() {}
}
