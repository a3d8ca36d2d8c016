import CCurl
import HTTPMessages
import Values

extension Transfer {
    /// - Returns: what libcurl keeps a pointer to during the transfer.
    func configure(_ handle: EasyHandle, errorText: UnsafeMutablePointer<CChar>) throws(HTTPError) -> HeaderList {
        try unsafe handle.set(CURLOPT_ERRORBUFFER, pointer: errorText)
        try handle.set(CURLOPT_URL, request.url.text)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_USERAGENT, configuration.userAgent)
        // No signal handlers, no SIGALRM; the service thread blocks SIGPIPE.
        try handle.set(CURLOPT_NOSIGNAL, true)
        // Else ending a transfer waits until the resolver thread is back from getaddrinfo, and with it every other transfer.
        try handle.set(CURLOPT_QUICK_EXIT, true)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, request.deadlines.connect.wholeMilliseconds)
        // The head start of the first address family (RFC 8305).
        try handle.set(CURLOPT_HAPPY_EYEBALLS_TIMEOUT_MS, 250)
        try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        try configureCallbacks(handle)
        try configureConnection(handle)
        if request.url.isSecure { try handle.secure(by: configuration.tls) }
        let headers = try headerList()
        try configureBody(handle, headers)
        try unsafe handle.set(CURLOPT_HTTPHEADER, pointer: headers.pointer)
        return headers
    }

    private func configureConnection(_ handle: EasyHandle) throws(HTTPError) {
        if let path = request.unixSocketPath { try handle.set(CURLOPT_UNIX_SOCKET_PATH, path) }
        if isStream {
            // HTTP/2 would let the peer send up to 32 MiB ahead of a paused reader, and a decoder keeps what it unpacked.
            try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
            try handle.set(CURLOPT_TCP_KEEPALIVE, true)
        } else {
            try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
            // An empty value asks for every encoding this libcurl can undo.
            try handle.set(CURLOPT_ACCEPT_ENCODING, "")
            // Share one HTTP/2 connection instead of opening one for each request that starts meanwhile.
            try handle.set(CURLOPT_PIPEWAIT, request.url.isSecure)
        }
        // When a kept connection ends before the first byte of an answer, libcurl sends the request again on another one,
        // whatever the method: what may have been done once would be done twice, and nobody told. Where a kept connection is
        // wanted nevertheless, mayBegin refuses the second time.
        try handle.set(CURLOPT_FRESH_CONNECT, !request.isRepeatable && !request.takesKeptConnections)
        try configureProxy(handle)
    }

    private func configureProxy(_ handle: EasyHandle) throws(HTTPError) {
        let isDirect = request.unixSocketPath != nil || request.addresses != .any
        switch configuration.proxy {
        // The empty string also keeps libcurl from reading the environment.
        case _ where isDirect: try handle.set(CURLOPT_PROXY, "")
        case .tunnel(let host, let port, let credentials):
            let name = host.utf8.contains(UInt8(ascii: ":")) && !host.hasPrefix("[") ? "[\(host)]" : host
            try handle.set(CURLOPT_PROXY, "http://\(name):\(port)")
            try handle.set(CURLOPT_HTTPPROXYTUNNEL, true)
            // Not even a no_proxy of the environment.
            try handle.set(CURLOPT_NOPROXY, "")
            try credentials?.withText { text throws(HTTPError) in try handle.set(CURLOPT_PROXYUSERPWD, text) }
        case _ where request.url.isLoopback: try handle.set(CURLOPT_PROXY, "")
        case .none: try handle.set(CURLOPT_PROXY, "")
        case .environment: break
        case .url(let proxy):
            try proxy.withText { text throws(HTTPError) in try handle.set(CURLOPT_PROXY, text) }
        }
    }

    private func headerList() throws(HTTPError) -> HeaderList {
        let list = HeaderList()
        // libcurl would wait up to a second for a 100 before it sends a body above 1 MiB.
        try list.append("Expect:")
        for field in request.headers.fields {
            // "Name:" would remove the header, "Name;" sends it empty.
            try field.withText { value throws(HTTPError) in
                try list.append(value.isEmpty ? "\(field.name);" : "\(field.name): \(value)")
            }
        }
        return list
    }

    private func configureBody(_ handle: EasyHandle, _ headers: HeaderList) throws(HTTPError) {
        switch request.body {
        case .none:
            if request.method == .post { try setPostFields(handle, []) }
        case .bytes(let bytes, let contentType):
            guard contentType.utf8.allSatisfy({ $0 >= 32 && $0 < 127 }) else {
                throw .badRequest("content type holds a control character")
            }
            try headers.append("Content-Type: \(contentType)")
            try setPostFields(handle, bytes)
        }
        // After the body options, which choose a method themselves.
        if request.method == .head {
            try handle.set(CURLOPT_NOBODY, true)
        } else {
            try handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
    }

    /// libcurl copies the bytes: COPYPOSTFIELDS needs the size first.
    private func setPostFields(_ handle: EasyHandle, _ bytes: [UInt8]) throws(HTTPError) {
        try handle.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: bytes.count)
        let code =
            unsafe bytes.isEmpty
            ? ccurl_set_string(handle.pointer, CURLOPT_COPYPOSTFIELDS, "")
            : bytes.withUnsafeBytes { unsafe ccurl_set_pointer(handle.pointer, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
        try handle.check(code, CURLOPT_COPYPOSTFIELDS)
    }
}

extension Duration {
    /// Rounded up, at least 1, at most what a C `int` holds: libcurl reads 0 as "no limit".
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1_000 else { return Int(Int32.max) }
        let milliseconds = seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int(max(1, milliseconds))
    }
}
