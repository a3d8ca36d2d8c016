import TextFormats
import Values

/// A PEM file of certificate authorities that a settings file names.
package enum CertificateFile {
    /// Declares the key of such a file: its complete path, `nil` if it is left out.
    ///
    /// - Parameters:
    ///   - reader: of the section that may name one.
    ///   - example: a path for the documentation.
    package static func path(reading reader: inout SettingsReader, example: String) -> String? {
        reader.path(
            "ca-file", example: example,
            help: "A PEM file of certificate authorities to trust besides the system's.", problem: problem)
    }

    /// Why it cannot be used, as far as the file tells; `nil` if it looks right.
    static func problem(_ path: String) -> TextFormatError? {
        switch SettingsBytes.read(path) {
        case .absent: TextFormatError("can't be used: there is no file \(path)", hint: "check the path")
        case .notFile(let what, let step): TextFormatError("can't be used: \(path) is \(what)", hint: step)
        case .unreadable(let error):
            TextFormatError("can't be used: \(path): \(error)", hint: error.stepToRead(path))
        case .read(let bytes, _):
            holdsCertificate(bytes)
                ? nil
                : TextFormatError(
                    "can't be used: \(path) holds no certificate",
                    hint: "it needs PEM text, with a line -----BEGIN CERTIFICATE-----")
        }
    }

    /// Whether there is a block whose inside is base 64 of something that can be a certificate (an ASN.1 sequence).
    private static func holdsCertificate(_ bytes: [UInt8]) -> Bool {
        var block: String?
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let line = line.filter { !$0.isWhitespace }
            if line.hasPrefix("-----BEGIN"), line.hasSuffix("CERTIFICATE-----") {
                block = ""
            } else if line.hasPrefix("-----END"), let text = block {
                if Base64.standard.decode(text[...])?.first == 0x30 { return true }
                block = nil
            } else {
                block?.append(contentsOf: line)
            }
        }
        return false
    }
}
