import Glibc
import SignalRCodable

/// A hub server with sign-in: each token is a user, each user hears what is for them, and one method wants a role.
///
///     server 5000
///
/// Clients connect to http://127.0.0.1:5000/family with one of the tokens in `FamilyHub`.
@main
struct Server {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count <= 1, let port = Int(words.first ?? "0") else { return print("usage: server [PORT]") }
        do throws(HubServerError) {
            // On the network: host: "0.0.0.0", certificate: HubServerCertificate(file: …, key: …)
            let server = try await HubServer(["/family": FamilyHub.make()]).start(port: port)
            say("family at \(server.url)/family")
        } catch {
            print("not started: \(error)")
            exit(1)
        }
        // Until the program is ended.
        while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
    }
}

/// Prints a line at once: standard output may be a file.
func say(_ line: String) {
    print(line)
    fflush(nil)
}
