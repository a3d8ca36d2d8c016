import CCurl

/// Owns one `CURL *`. Used on the service thread only.
@safe final class EasyHandle {
    let pointer: UnsafeMutableRawPointer

    init() throws(HTTPError) {
        guard let pointer = unsafe curl_easy_init() else { throw .outOfMemory }
        unsafe self.pointer = unsafe pointer
    }

    deinit { unsafe curl_easy_cleanup(pointer) }

    /// Back to defaults, for the next request; connections live in the multi handle and stay.
    func reset() { unsafe curl_easy_reset(pointer) }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try unsafe check(ccurl_set_long(pointer, option, value), option)
    }

    func set(_ option: CURLoption, _ value: Bool) throws(HTTPError) {
        try unsafe check(ccurl_set_long(pointer, option, value ? 1 : 0), option)
    }

    func set(_ option: CURLoption, _ value: String?) throws(HTTPError) {
        try unsafe check(ccurl_set_string(pointer, option, value), option)
    }

    func set(_ option: CURLoption, pointer value: UnsafeRawPointer?) throws(HTTPError) {
        try unsafe check(ccurl_set_pointer(pointer, option, value), option)
    }

    func set(_ option: CURLoption, offset value: Int) throws(HTTPError) {
        try unsafe check(ccurl_set_offset(pointer, option, curl_off_t(value)), option)
    }

    func check(_ code: CURLcode, _ option: CURLoption) throws(HTTPError) {
        guard code == CURLE_OK else {
            throw HTTPError(.other(code: Int(code.rawValue)), detail: "libcurl refuses option \(option.rawValue)")
        }
    }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        return unsafe ccurl_info_long(pointer, info, &value) == CURLE_OK ? value : 0
    }

    func offset(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return unsafe ccurl_info_offset(pointer, info, &value) == CURLE_OK ? Int(value) : 0
    }
}

/// Process-wide start of libcurl. Debian's build has the `threadsafe` feature, so other users of libcurl may do the same at
/// the same time. Never undone: OpenSSL is shared with libwebsockets.
enum CurlGlobal {
    static let isReady: Bool = curl_global_init(ccurl_global_default()) == CURLE_OK
}

/// Owns a `curl_slist`. libcurl keeps the pointer, so this must outlive the transfer.
@safe final class HeaderList {
    private(set) var pointer: UnsafeMutablePointer<curl_slist>?

    deinit { unsafe curl_slist_free_all(pointer) }

    func append(_ line: String) throws(HTTPError) {
        guard let longer = unsafe curl_slist_append(pointer, line) else { throw .outOfMemory }
        unsafe pointer = unsafe longer
    }
}
