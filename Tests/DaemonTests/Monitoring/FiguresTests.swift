import Configuration
import Control
import Observability
import Sockets
import TestSupport
import Testing
import Values

@testable import Daemon
@testable import Store

@Suite("The figures that are served")
struct FiguresTests {
    private func withFigures(_ body: (String) throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let log = Log(Logger(component: "test", threshold: LogThreshold(.error), sink: CapturingSink()))
        let watch = try Watch(
            folder: StateFolder(folder.path), store: try await Store.open(in: folder.path, logger: log.logger("store")),
            loop: try EventLoop(), log: log, commands: ProgramCommands(isService: false, namedFile: nil))
        let file = try folder.write("targets: []\nstate: \(folder.path)\n", to: "config.yaml")
        let parts = try await watch.parts(of: try Configuration.load(path: file, environment: [:]))
        let current = CurrentParts(parts)
        let monitoring = try MonitoringServices(watch, current, ApprovalDesk(watch, current))
        #expect(await monitoring.listener.endpoint == nil)
        try body(await watch.figures(parts))
        await watch.close()
    }

    @Test("every line is one that Prometheus reads: HELP and TYPE once for each name, then its samples")
    func format() async throws {
        try await withFigures { text in
            var family = ""
            var seen: Set<String> = []
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                let words = line.split(separator: " ", maxSplits: 3)
                if line.hasPrefix("# HELP ") {
                    family = String(words[2])
                    #expect(seen.insert(family).inserted && words[3].count > 10, "\(line)")
                } else if line.hasPrefix("# TYPE ") {
                    #expect(words[2] == family && ["counter", "gauge", "histogram"].contains(words[3]), "\(line)")
                } else {
                    #expect(line.hasPrefix(family) && Double(words.last ?? "") != nil, "\(line)")
                }
            }
            #expect(text.hasSuffix("\n") && seen.count > 20 && seen.allSatisfy { $0.hasPrefix("pocketbell_") })
        }
    }

    @Test("a program that nobody has signed in to is not ready, has read nothing and adds up")
    func empty() async throws {
        try await withFigures { text in
            for line in [
                "pocketbell_ready 0", "pocketbell_accounts 0", "pocketbell_sync_last_scan_timestamp_seconds 0",
                "pocketbell_store_balanced 1", "pocketbell_store_deliveries{state=\"in-doubt\"} 0",
                "pocketbell_store_oldest_open_delivery_seconds 0", "pocketbell_heartbeat_total{outcome=\"asked\"} 0",
                "pocketbell_problems{kind=\"no-account\"} 1",
                "pocketbell_build_info{version=\"\(Version.text)\"} 1",
            ] {
                #expect(text.contains("\n\(line)\n"), "\(line)")
            }
        }
    }

    @Test("the account whose last scan is longest ago decides, and so does the oldest delivery")
    func ages() {
        func state(_ scans: [Timestamp?], oldest: Timestamp?) -> String {
            var live = LiveStatus(startedAt: Timestamp(seconds: 5), version: "1")
            for (index, scan) in scans.enumerated() {
                var account = LiveStatus.Account(name: "a\(index)", state: index == 0 ? .live : .signInNeeded)
                account.lastScan = scan
                live.accounts.append(account)
            }
            let target = DeliveryAccounting.Target(name: "chat", alerts: 1, counts: [.queued: 1], oldestOpen: oldest)
            live.targets = [LiveStatus.Target(name: "chat", state: .failing)]
            let facts = HealthFacts(
                live: live,
                accounting: DeliveryAccounting(targets: [target], alerts: 1, everCaused: 1, openAttempts: 0),
                counts: StoreCounts(
                    children: 2, transactions: 3, hints: 4, openHints: 1, resolvedHints: 2, reportedHints: 1, journal: 0
                ),
                commands: ProgramCommands(isService: false, namedFile: nil))
            return StateMetrics(facts, at: Timestamp(seconds: 1_000))?.text ?? ""
        }
        let both = state([Timestamp(seconds: 900), Timestamp(seconds: 800)], oldest: Timestamp(seconds: 940))
        #expect(both.contains("\npocketbell_sync_last_scan_timestamp_seconds 800\n"))
        #expect(both.contains("\npocketbell_store_oldest_open_delivery_seconds 60\n"))
        #expect(both.contains("\npocketbell_ready 0\n") && both.contains("\npocketbell_store_hints_open 1\n"))
        #expect(both.contains("\npocketbell_problems{kind=\"sign-in-needed\"} 1\n"))
        // What may mend itself is none.
        #expect(both.contains("\npocketbell_problems{kind=\"target-failing\"} 0\n"))
        #expect(state([Timestamp(seconds: 990)], oldest: nil).contains("\npocketbell_ready 1\n"))
        let never = state([Timestamp(seconds: 900), nil], oldest: Timestamp(seconds: 2_000))
        #expect(never.contains("\npocketbell_sync_last_scan_timestamp_seconds 0\n"))
        #expect(never.contains("\npocketbell_store_oldest_open_delivery_seconds 0\n"))
    }

    /// Words of a text that are names of our figures.
    private func names(in text: String) -> Set<String> {
        let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.filter { $0.hasPrefix("pocketbell_") }
        return Set(words.map(String.init))
    }

    @Test(
        "every figure that a document or an example rule names is served",
        arguments: ["config/prometheus/pocketbell.rules.yaml", "docs/metrics.md"])
    func documents(path: String) async throws {
        let named = names(in: try TextFile.read("\(RealParts.packageFolder)/\(path)"))
        #expect(named.count >= 5)
        try await withFigures { text in
            let served = names(in: text)
            #expect(named.filter { !served.contains($0) }.sorted() == [])
        }
    }

    @Test("docs/metrics.md names every figure, with its help")
    func complete() async throws {
        let page = try TextFile.read("\(RealParts.packageFolder)/docs/metrics.md")
        try await withFigures { text in
            for line in text.split(separator: "\n") where line.hasPrefix("# TYPE ") {
                let name = line.split(separator: " ")[2]
                #expect(page.contains("| `\(name)`"), "\(name) is missing in docs/metrics.md")
            }
        }
    }
}
