import TestSupport
import Testing
import TextFormats
import Values

@testable import Relay

/// What `docs/targets.md` says of each kind, where it lists them by hand.
@Suite("The page about targets")
struct TargetPageTests {
    /// The section below a heading; without one what stands before the first.
    private static func section(_ heading: String = "") throws -> String {
        let page = try TextFile.read("\(RealParts.packageFolder)/docs/targets.md")
        var (title, lines) = ("", [Substring]())
        for line in page.split(separator: "\n") {
            if line.hasPrefix("## ") {
                title = String(line.dropFirst(3))
            } else if title == heading {
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func table(_ heading: String = "") throws -> String {
        try section(heading).split(separator: "\n").filter { $0.hasPrefix("|") }.joined(separator: "\n")
    }

    @Test("who wants something finds each kind that does it", arguments: EveryKind.words)
    func overview(_ kind: String) throws { #expect(try Self.table().contains(text: "`\(kind)`")) }

    @Test(
        "the sentence of those that tell a repeat from a new message names them, and no other",
        arguments: EveryKind.words)
    func repeats(_ kind: String) throws {
        let section = try Self.section("What may have arrived")
        let end = try #require(section.range(ofText: "tell a repeat from a new one")).lowerBound
        let names = String(section[..<end]).contains(text: "`\(kind)`")
        #expect(try names == EveryKind.target(kind).deduplicates)
    }

    @Test("the table of those that change a message has them, and no other", arguments: EveryKind.words)
    func changes(_ kind: String) throws {
        let edits = try EveryKind.examples(of: kind).contains { $0.configuration.edits }
        #expect(try Self.table("What is over").contains(text: "`\(kind)`") == edits)
    }

    @Test("the table of rates has those that are sent no faster, and no other", arguments: EveryKind.words)
    func rates(_ kind: String) throws {
        let isSlow = try EveryKind.examples(of: kind).contains { $0.target.rate != nil }
        #expect(try Self.table("How quickly messages are sent").contains(text: "`\(kind)`") == isSlow)
    }
}
