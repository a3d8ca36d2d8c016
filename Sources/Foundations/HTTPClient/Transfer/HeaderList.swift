import CCurl

/// Owns a `curl_slist`. libcurl keeps the pointer, so this must outlive the transfer.
@safe final class HeaderList {
    private(set) var pointer: UnsafeMutablePointer<curl_slist>?

    deinit { unsafe curl_slist_free_all(pointer) }

    func append(_ line: String) throws(HTTPError) {
        guard let longer = unsafe curl_slist_append(pointer, line) else { throw .outOfMemory }
        unsafe pointer = unsafe longer
    }
}
