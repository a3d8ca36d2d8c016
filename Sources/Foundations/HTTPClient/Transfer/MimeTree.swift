import CCurl

/// Owns the `curl_mime` of one transfer; freed after the handle left the multi handle and before it is cleaned up.
@safe final class MimeTree {
    let pointer: OpaquePointer

    init(_ form: MultipartForm, for handle: EasyHandle) throws(HTTPError) {
        guard let pointer = unsafe curl_mime_init(handle.pointer) else { throw .outOfMemory }
        unsafe self.pointer = unsafe pointer
        for part in form.parts {
            guard let item = unsafe curl_mime_addpart(pointer) else { throw .outOfMemory }
            var code = unsafe curl_mime_name(item, part.name)
            switch part.source {
            case .bytes(let bytes):
                if code == CURLE_OK {
                    code = unsafe bytes.withUnsafeBytes {
                        unsafe curl_mime_data(item, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
                    }
                }
            case .file(let path):
                if code == CURLE_OK { code = unsafe curl_mime_filedata(item, path) }
                guard code == CURLE_OK else { throw HTTPError(.badFile, detail: "cannot read \(path)") }
            }
            // filedata sets the local file name, so ours comes after it.
            if code == CURLE_OK { code = unsafe curl_mime_filename(item, part.filename) }
            if code == CURLE_OK { code = unsafe curl_mime_type(item, part.contentType) }
            guard code == CURLE_OK else { throw .outOfMemory }
        }
    }

    deinit { unsafe curl_mime_free(pointer) }
}
