import Control
import JSON
import Testing
import Values

@testable import Daemon

@Suite("Orders and commands to sign in")
struct SignInOrderTests {
    @Test("an order comes back as it was sent, whatever its parts hold")
    func roundTrip() throws {
        var order = SignInOrder(account: "mum", server: "https://a/\u{1B}\"", email: "ä@b", name: "\\n")
        order.password = Secret("p\u{0}\"\n日本")
        let read = try SignInOrder(json: order.json)
        #expect(read.account == order.account && read.server == order.server)
        #expect(read.email == order.email && read.name == order.name)
        #expect(read.password?.withText { $0 } == "p\u{0}\"\n日本")
    }

    @Test("what an order does not say stays unsaid")
    func empty() throws {
        #expect(SignInOrder().json.withText { $0 } == "{}")
        let read = try SignInOrder(json: Secret("{}"))
        #expect(read.account == nil && read.server == nil && read.email == nil && read.name == nil)
        #expect(read.password == nil)
        #expect(try SignInOrder(json: Secret(#"{"password":null,"email":null,"new":[1]}"#)).password == nil)
    }

    @Test(
        "what is no order is refused, and its words are not repeated",
        arguments: [
            "", "[]", "{", #"{"password":["hunter2"]}"#, #"{"account":7}"#, #"{"server":true,"password":"hunter2"}"#,
            #"{"email":{}}"#, #"{"name":[]}"#,
        ])
    func bad(_ text: String) {
        let error = #expect(throws: JSONError.self) { try SignInOrder(json: Secret(text)) }
        #expect(!"\(String(describing: error))".contains("hunter2"))
    }

    @Test("an order never shows its password")
    func secret() {
        var order = SignInOrder(account: "mum")
        order.password = Secret("hunter2")
        #expect(!"\(order)".contains("hunter2") && !String(reflecting: order).contains("hunter2"))
        #expect(!"\(order.json)".contains("hunter2"))
    }

    @Test("a command means the program that it is shown by")
    func commands() {
        let own = ProgramCommands(isService: false, namedFile: nil)
        #expect(own.login("mum") == "pocketbell login mum")
        #expect(own.file == "~/.config/pocketbell/pocketbell.yaml")
        let named = ProgramCommands(isService: false, namedFile: "/a b.yaml")
        #expect(named.login("mum") == "pocketbell login mum --config '/a b.yaml'" && named.file == "/a b.yaml")
        let service = ProgramCommands(isService: true, namedFile: nil)
        #expect(service.login("mum") == "sudo pocketbell login mum")
        #expect(service.file == "/etc/pocketbell/pocketbell.yaml")
        #expect(service.firstLogin == "sudo pocketbell login --server https://YOUR-SERVER --email YOU@EXAMPLE.ORG")
        // A service finds its file by itself, also where it was named.
        let namedService = ProgramCommands(isService: true, namedFile: "/srv/a.yaml")
        #expect(namedService.login("mum") == "sudo pocketbell login mum" && namedService.file == "/srv/a.yaml")
    }
}
