import Glibc

extension SecretReference {
    /// Bytes of the longest secret.
    static let limit = 4_096

    /// Reads a file's first bytes.
    ///
    /// Its rights are looked at only if it is ours. Credentials handed over by systemd belong to root, and their access
    /// list shows up as group bits; what root gives others to read is root's decision, also when root asks.
    static func read(_ path: String) throws(Failure) -> [UInt8] {
        // Not blocking: a pipe with this name would otherwise hold up the start for ever.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, SystemError()) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notFile(path: path)
        }
        let isOfService = status.st_uid == 0 && status.st_gid != 0
        let forbidden: mode_t = isOfService ? 0o037 : 0o077
        guard status.st_uid != geteuid() || status.st_mode & forbidden == 0 else { throw .exposed(path: path) }
        // One byte more than allowed, and a line break's two.
        var bytes = [UInt8](repeating: 0, count: limit + 3)
        var count = 0
        while count < bytes.count {
            let step = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
            }
            if step < 0, errno == EINTR { continue }
            guard step >= 0 else { throw .unreadable(path: path, SystemError()) }
            if step == 0 { break }
            count += step
        }
        return Array(bytes[..<count])
    }
}

extension SecretReference.Failure: CustomStringConvertible {
    /// A sentence for people, with the next step; never a part of the secret.
    package var description: String {
        switch self {
        case .unset("CREDENTIALS_DIRECTORY"):
            "there are no credentials: the program wasn't started by systemd with LoadCredential="
        case .unset(let variable): "the environment variable \(variable) isn't set"
        case .unreadable(let path, let error): "\(path) can't be read: \(error)"
        case .notFile(let path): "\(path) can't be read: not a file"
        case .notText(let place): "\(place) holds no text; its first line must be UTF-8 without NUL"
        case .empty: "the secret is empty; its first line must hold it"
        case .tooLong(let limit): "the secret is longer than \(limit) bytes; is it the right file?"
        case .exposed(let path): "others can read the secret in \(path); run: chmod 600 \(path)"
        }
    }
}
