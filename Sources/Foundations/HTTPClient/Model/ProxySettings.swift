package import Values

/// Which proxy to use. Requests to Unix sockets, and those with an address policy, never go through one.
package enum ProxySettings: Sendable {
    case none
    /// `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, read by libcurl for every request. Not for loopback hosts.
    case environment
    /// An HTTP proxy that connects us by CONNECT, for `http` too, and whatever the host.
    /// - Parameter credentials: "user:password", for Basic authentication.
    case tunnel(host: String, port: Int, credentials: Secret?)
    /// Not for loopback hosts. For example `http://user:password@proxy:3128`; also `https`, `socks5` and `socks5h`.
    case url(Secret)
}
