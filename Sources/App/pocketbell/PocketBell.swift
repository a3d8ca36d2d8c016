import CommandLineTool
import Commands
import Glibc
import Runtime
import Terminal

/// The program: a table of commands and nothing else.
@main
struct PocketBell {
    static let tool = CommandLineTool(
        name: "pocketbell", version: Program.version,
        summary: "Tells a family at once what happens to its pocket money.",
        greeting: { await Greeting.show().code }, values: names,
        [
            .command(InitCommand.self),
            .command(DemoCommand.self),
            .command(LoginCommand.self),
            .command(LogoutCommand.self),
            .command(RunCommand.self),
            .command(OpenCommand.self),
            .group(
                name: "browsers", summary: "Who is signed in at the page.", standard: BrowserListCommand.self,
                [.command(BrowserListCommand.self), .command(BrowserSignOutCommand.self)]),
            .command(StatusCommand.self),
            .command(SyncCommand.self),
            .command(ChildrenCommand.self),
            .command(TransactionsCommand.self),
            .command(WatchCommand.self),
            .command(FamilyCommand.self),
            .group(
                name: "allowance", summary: "What the children get each week.", standard: AllowanceShowCommand.self,
                [
                    .command(AllowanceShowCommand.self), .command(AllowanceHistoryCommand.self),
                    .command(AllowanceSetCommand.self), .command(AllowancePauseCommand.self),
                    .command(AllowanceResumeCommand.self), .command(AllowanceSettingsCommand.self),
                ]),
            .group(
                name: "chores", summary: "Work that the children are paid for.", standard: ChoresListCommand.self,
                [
                    .command(ChoresListCommand.self), .command(ChoresHistoryCommand.self),
                    .command(ChoresPhotoCommand.self), .command(ChoresAddCommand.self),
                    .command(ChoresDoneCommand.self), .command(ChoresApproveCommand.self),
                    .command(ChoresRejectCommand.self),
                ]),
            .group(
                name: "goals", summary: "What the children save for.", standard: GoalsListCommand.self,
                [
                    .command(GoalsListCommand.self), .command(GoalsAddCommand.self), .command(GoalsEditCommand.self),
                    .command(GoalsDepositCommand.self), .command(GoalsWithdrawCommand.self),
                    .command(GoalsRemoveCommand.self),
                ]),
            .group(
                name: "wishlist", summary: "What the children would like to have.", standard: WishlistListCommand.self,
                [
                    .command(WishlistListCommand.self), .command(WishlistAddCommand.self),
                    .command(WishlistEditCommand.self), .command(WishlistBuyCommand.self),
                    .command(WishlistRemoveCommand.self),
                ]),
            .group(
                name: "savings", summary: "What the children have put aside.", standard: SavingsListCommand.self,
                [.command(SavingsListCommand.self), .command(SavingsHistoryCommand.self)]),
            .command(BudgetsCommand.self),
            .command(CategoriesCommand.self),
            .group(
                name: "notifications", summary: "What the family server tells.",
                standard: NotificationsListCommand.self,
                [.command(NotificationsListCommand.self), .command(NotificationsReadCommand.self)]),
            .command(AddCommand.self),
            .group(
                name: "pending", summary: "What was entered or ordered here and is not on the server yet.",
                standard: PendingListCommand.self,
                [
                    .command(PendingListCommand.self), .command(PendingShowCommand.self),
                    .command(PendingRetryCommand.self), .command(PendingDiscardCommand.self),
                    .command(PendingEditCommand.self), .command(PendingExportCommand.self),
                    .command(PendingImportCommand.self),
                ]),
            .group(
                name: "conflicts", summary: "What was changed here and by somebody else at the same time.",
                standard: ConflictsListCommand.self,
                [
                    .command(ConflictsListCommand.self), .command(ConflictsShowCommand.self),
                    .command(ConflictsResolveCommand.self),
                ]),
            .group(
                name: "report", summary: "What the money came to.", standard: ReportMonthsCommand.self,
                [
                    .command(ReportMonthsCommand.self), .command(ReportSpendingCommand.self),
                    .command(ReportBalanceCommand.self), .command(ReportSavingsCommand.self),
                ]),
            .group(
                name: "deliveries", summary: "What was told to whom, and what waits.",
                standard: DeliveriesListCommand.self,
                [
                    .command(DeliveriesListCommand.self), .command(DeliveriesRetryCommand.self),
                    .command(DeliveriesDiscardCommand.self), .command(DeliveriesExplainCommand.self),
                ]),
            .command(ExplainCommand.self),
            .command(SeenCommand.self),
            .command(SilenceCommand.self),
            .group(
                name: "silences", summary: "What nobody is told of for a while.", standard: SilencesListCommand.self,
                [.command(SilencesListCommand.self), .command(SilencesEndCommand.self)]),
            .group(
                name: "account", summary: "Who is watched.", standard: AccountListCommand.self,
                [.command(AccountListCommand.self)]),
            .group(
                name: "target", summary: "Where alerts go.", standard: TargetListCommand.self,
                [.command(TargetListCommand.self), .command(TargetTestCommand.self)]),
            .command(DesktopCommand.self),
            .group(
                name: "token", summary: "What desktops and other programs sign in with.",
                standard: TokenListCommand.self,
                [
                    .command(TokenListCommand.self), .command(TokenCreateCommand.self),
                    .command(TokenRevokeCommand.self),
                ]),
            .command(DrillCommand.self),
            .command(PreviewCommand.self),
            .group(
                name: "rules", summary: "Which alerts go where.", [.command(RulesTestCommand.self)]),
            .group(
                name: "config", summary: "The configuration file.",
                [
                    .command(ConfigCheckCommand.self), .command(ConfigReferenceCommand.self),
                    .command(ConfigSchemaCommand.self),
                ]),
            .group(
                name: "hub", summary: "A SignalR tool for any hub.",
                [.command(HubListenCommand.self), .command(HubInvokeCommand.self), .command(HubStreamCommand.self)]),
            .command(DoctorCommand.self),
            .group(
                name: "cache", summary: "What of the family's data lies here.", standard: CacheShowCommand.self,
                [
                    .command(CacheShowCommand.self), .command(CacheRefreshCommand.self),
                    .command(CacheClearCommand.self), .command(CachePurgeCommand.self),
                ]),
            .command(BackupCommand.self),
            .command(RestoreCommand.self),
            .command(StatesCommand.self),
            .command(CompletionsCommand.self),
            .command(ManualCommand.self),
        ])

    /// Those that go on until somebody asks for their end, or that clean up after themselves then.
    private static let heedingSignals: Set<[String]> = [["run"], ["demo"], ["watch"], ["init"], ["hub", "listen"]]

    /// Also an order that waits for the server: it says what is kept.
    private static func heedsSignals(_ words: [String]) -> Bool {
        heedingSignals.contains(tool.commandPath(of: words))
            || words.contains { $0 == "--wait" || $0.hasPrefix("--wait=") }
    }

    /// Synchronous on purpose: see `ProcessSignals`. It is isolated to the main actor, which never runs: so detached.
    static func main() {
        keepClosedOutputsClosed()
        // Before `ProcessSignals`: its threads block all signals themselves.
        do { try WorkerThreads.installPool() } catch { exit(Output.outcome(of: error).code.rawValue) }
        let words = Array(CommandLine.arguments.dropFirst())
        requireText()
        guard heedsSignals(words) else {
            // Loose: it is the program, and ends the process.
            Task.detached { exit(await answer(words).rawValue) }
            // Signals end the program here, and the password prompt has handlers of its own.
            while true { pause() }
        }
        let signals = ProcessSignals()
        Stop.take(from: signals)
        // Loose as above.
        Task.detached { exit(await answer(words).rawValue) }
        signals.deliverForever()
    }

    /// Ends the program where a word is no UTF-8: its letters would be taken for others, and sent to a server so.
    private static func requireText() {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = unsafe CommandLine.unsafeArgv[index], unsafe String(validatingCString: word) == nil else {
                continue
            }
            Output.problem(
                "word \(index) of the command line is not UTF-8 text",
                hint: "set the terminal to UTF-8, and type it again")
            exit(CommandOutcome.usage.code.rawValue)
        }
    }

    /// Where standard output or error is closed (`>&-`), the next file or socket would get its number, and the text that is meant for people.
    private static func keepClosedOutputsClosed() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // Readable alone: what is written to standard output is refused, and told.
            _ = unsafe open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    private static func answer(_ words: [String]) async -> ExitCode {
        do {
            return try await tool.run(words, show: Output.write)
        } catch {
            return Output.outcome(of: error).code
        }
    }
}
