import Glibc
import Sockets

/// `connection-bench serve [CERTIFICATE KEY]` prints its port and serves until its input closes.
/// `connection-bench connect PORT COUNT [CA]` measures both ends.
let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.count) {
case ("serve", 1): try await ConnectionBench.serve(nil)
case ("serve", 3): try await ConnectionBench.serve(TLSIdentity(certificateFile: words[1], keyFile: words[2]))
case ("connect", 3...):
    guard let port = Int(words[1]), let count = Int(words[2]), count > 1 else { exit(2) }
    try await ConnectionBench.connect(port, count: count, caFile: words.count > 3 ? words[3] : nil)
default:
    print("usage: connection-bench serve [CERTIFICATE KEY] | connect PORT COUNT [CA]")
    exit(2)
}
