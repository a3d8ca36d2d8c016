import JSON
import TestSupport
import TestWaiting
import Testing

@testable import Images

/// A large photo on a slow line: how far it is can be seen, and a kill in its middle costs nothing but time.
@Suite("Photos on their way", .enabled(if: RealParts.has(ReferenceHub.part), "needs ../shared"))
struct UploadTests {
    /// What no JPEG makes small.
    private static func noise(_ width: Int, _ height: Int) throws -> [UInt8] {
        var state: UInt64 = 42
        let values = (0..<width * height).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt32(truncatingIfNeeded: state >> 40)
        }
        return try JPEGCodec.encode(
            Pixels(size: PixelSize(width: width, height: height), values: values), quality: 90)
    }

    @Test("it is shown by pending and status, goes forward only, and is sent whole by the next run after a kill")
    func killed() async throws {
        let family = try await Family(dialect: "real", email: OtherApp.alice, scan: "5s", holdsAfter: 200_000)
        let home = family.installation
        let parent = try await OtherApp(at: family.hub.address)
        let chore = try await parent.addChore("Lawn")
        let photo = home.folder.path + "/noise.jpg"
        try TextFile.write(Self.noise(900, 900), to: photo, mode: 0o600)
        let first = try await family.start(until: "live")
        try await home.waitForRecords("chores")
        let follower = try home.start("status", "--follow", "--json")
        #expect(try await home.run("chores", "done", "Lawn", "--photo", photo).status == 0)
        var entry = JSONValue.null
        try await eventually("a part of it: \(entry)", every: .milliseconds(50)) {
            entry = try #require(try await home.json("pending", "list").first)
            guard case .number(let part)? = entry["photoProgress"] else { return false }
            // How much the kernel takes at once is its own affair; what it has taken counts as sent.
            return entry["photo"] == "uploading" && part.text != "0.00"
        }
        #expect(try await home.run("pending", "list").output.contains("% of its photo are sent"))
        #expect(try await home.run("status").output.contains("The photo of 'Lawn' is on its way: "))
        try await follower.waitForOutput("\"about\":\"Lawn\"")
        first.signal(9)
        _ = try await first.waitForExit()
        #expect(try await home.json("pending", "list").first?["photoProgress"] == .null)
        follower.signal(15)
        _ = try await follower.waitForExit()
        let steps = try follower.output.split(separator: "\n").compactMap { line -> String? in
            let account = try JSONValue(parsing: String(line))["accounts"]?[0]
            guard case .number(let part)? = account?["uploads"]?[0]?["progress"] else { return nil }
            return part.text
        }
        #expect(steps == steps.sorted() && steps.count <= 21 && !steps.isEmpty, "\(steps)")
        // What was on the line is gone with it.
        family.tap?.cut()
        family.tap?.letThrough()
        let second = try await family.start(until: "live")
        try await eventually("the end", within: .seconds(150), every: .milliseconds(200)) {
            try await home.json("pending", "list") == []
        }
        let done = try await parent.get("/tasks/\(chore)/completions")
        #expect(done.count == 1 && done[0].text("photoUrl") != nil, "\(done)")
        let order = try #require(try await home.json("pending", "list", "--all").first)
        #expect(order["state"] == "confirmed" && order["photo"] == "uploaded" && order["photoProgress"] == .null)
        #expect(order["attempts"] == 2)
        try await family.end(second)
    }
}
