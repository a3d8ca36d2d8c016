import Glibc
import TestSupport
import Testing
import TextFormats

@testable import CommandLineTool
@testable import pocketbell

/// The pages that are made of the program's own table of commands.
@Suite("The program's pages")
struct PocketBellPageTests {
    private let page = ManualPage(tool: PocketBell.tool, date: PocketBell.date, PocketBell.manual).text

    private func said(_ command: String, about text: String) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "page")
        system("\(command) <'\(file)' >'\(folder.path)/said' 2>&1")
        return try TextFile.read("\(folder.path)/said")
    }

    @Test("neither mandoc nor groff has anything to say about the manual page")
    func lint() throws {
        if RealParts.hasProgram("mandoc") { #expect(try said("mandoc -T lint -W style", about: page) == "") }
        guard RealParts.hasProgram("groff") else { return }
        #expect(try said("groff -ww -man -z -Tutf8", about: page) == "")
        #expect(try said("groff -ww -man -z -Tascii", about: page) == "")
    }

    @Test("the manual has every section that people look for, and its header names neither BSD nor nothing")
    func sections() {
        for section in [
            "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "ENVIRONMENT", "FILES", "EXIT STATUS", "SIGNALS", "EXAMPLES",
            "SEE ALSO",
        ] {
            #expect(page.contains("\n.SH \(section)\n"), "\(section)")
        }
        #expect(page.hasPrefix(".TH POCKETBELL 1 2"))
        for command in PocketBell.tool.entries.flatMap({ $0.commands() }) {
            #expect(page.contains("\n.SS \(Roff.literal(command.path.joined(separator: " ")))\n"), "\(command.path)")
        }
    }

    @Test("every variable that an option reads has its place in ENVIRONMENT")
    func variables() {
        let read = PocketBell.tool.entries.flatMap { $0.commands() }.flatMap { $0.type.specification }
            .compactMap(\.environment)
        #expect(!read.isEmpty)
        for name in read { #expect(PocketBell.manual.environment.contains { $0.name == name }, "\(name)") }
    }

    @Test("what is a state, a file or a name is declared as such, so that a Tab knows it")
    func completable() {
        let specifications = PocketBell.tool.entries.flatMap { entry in
            entry.commands().flatMap { command in
                command.type.specification.map { (command.path.joined(separator: " "), $0) }
            }
        }
        for (command, specification) in specifications {
            let word = specification.kind == .option ? specification.valueName : specification.name
            let isKnown =
                specification.naming != nil || specification.shape?.name == "file"
                || !(specification.shape?.choices.isEmpty ?? true)
            guard ["ACCOUNT", "TARGET", "CHILD", "STATE", "FILE", "SHELL", "LEVEL", "FORMAT"].contains(word) else {
                continue
            }
            #expect(isKnown, "\(command): \(specification.title)")
        }
    }
}
