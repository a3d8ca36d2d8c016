import Daemon
import Glibc
import Images
import TestSupport
import Testing

@testable import Commands

@Suite("Photos that are to be sent")
struct PhotoFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ name: String, _ bytes: [UInt8]) -> String {
        let path = folder.path + "/" + name
        let file = fopen(path, "w")
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        return path
    }

    private func refusal(_ path: String) -> String? {
        do {
            _ = try PhotoFile.prepared(path)
            return nil
        } catch {
            return error.message
        }
    }

    @Test("is small, bare, and within the rules")
    func prepared() throws {
        let original = try TextFile.bytes(of: RealParts.packageFolder + "/Tests/Fuzz/Corpus/picture/turned")
        let made = try PhotoFile.prepared(file("lawn.jpg", original))
        let picture = try JPEGPicture(made)
        #expect(picture.isBare && made.count <= PhotoRules.limits.bytes)
        #expect(try picture.size == JPEGPicture(original).size)
        #expect(try !JPEGPicture(original).isBare)
    }

    @Test("what can't be sent is refused with the file's name, the reason and the next step")
    func refused() throws {
        let png = file("lawn.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(refusal(png)?.hasPrefix("\(png) is a PNG picture, and only JPEG") == true)
        #expect(refusal(file("notes.jpg", Array("Dear diary".utf8)))?.contains("notes.jpg is not a picture") == true)
        #expect(refusal(file("nothing.jpg", []))?.contains("is not a picture") == true)
        let whole = try TextFile.bytes(of: RealParts.packageFolder + "/Tests/Fuzz/Corpus/picture/plain")
        #expect(refusal(file("cut.jpg", whole.dropLast(9).map { $0 }))?.contains("ends in the middle") == true)
        #expect(refusal(folder.path + "/gone.jpg")?.contains("can't be read: No such file") == true)
        #expect(refusal(folder.path)?.contains("can't be read: Is a directory") == true)
        #expect(refusal("/dev/zero")?.contains("is larger than 64 MiB") == true)
    }
}
