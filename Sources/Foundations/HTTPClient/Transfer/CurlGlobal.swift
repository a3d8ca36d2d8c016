import CCurl

/// Process-wide start of libcurl. Debian's build has the `threadsafe` feature, so other users of libcurl may do the same at
/// the same time. Never undone: OpenSSL is shared with libwebsockets.
enum CurlGlobal {
    static let isReady: Bool = curl_global_init(ccurl_global_default()) == CURLE_OK
}
