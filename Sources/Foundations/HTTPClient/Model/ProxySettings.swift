package import Values

/// Which proxy to use. Loopback hosts never go through one.
package enum ProxySettings: Sendable {
    case none
    /// `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, read by libcurl for every request.
    case environment
    /// For example `http://user:password@proxy:3128`; also `https`, `socks5` and `socks5h`.
    case url(Secret)
}
