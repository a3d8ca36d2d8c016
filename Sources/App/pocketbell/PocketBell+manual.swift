import CommandLineTool
import Commands

extension PocketBell {
    static let date = Program.date

    /// What the manual page says besides the commands.
    static let manual: ManualPage.Supplement = {
        var manual = ManualPage.Supplement()
        manual.environment = [
            .init("POCKETBELL_CONFIG", "The configuration file, where --config names none."),
            .init("POCKETBELL_LOG_LEVEL", "The least level that 'run' logs, where --log-level names none."),
            .init("NO_COLOR", "Anything but nothing: no colours."),
            .init("COLUMNS", "How wide tables and help may be, where the terminal does not say it."),
            .init("XDG_CONFIG_HOME", "Where your own configuration is looked for; ~/.config without it."),
            .init("XDG_STATE_HOME", "Where your own program keeps its state; ~/.local/state without it."),
            .init("STATE_DIRECTORY, RUNTIME_DIRECTORY, CREDENTIALS_DIRECTORY", "As systemd sets them for a service."),
            .init(
                "TZ", "The time zone in which moments are shown, where it is not that of the machine."),
        ]
        manual.files = [
            .init("~/.config/pocketbell/pocketbell.yaml", "Your own configuration; without it every alert is a popup."),
            .init("/etc/pocketbell/pocketbell.yaml", "The configuration of this machine's service."),
            .init("~/.local/state/pocketbell", "Your own program's store, sessions and control socket."),
            .init("/var/lib/pocketbell", "The store and the sessions of this machine's service."),
            .init(
                "/run/pocketbell/control.sock", "Where commands ask this machine's service: the group pocketbell may."),
            .init(
                "/usr/share/doc/pocketbell/examples", "A file with every key explained, and one for each of three uses."
            ),
        ]
        manual.signals = [
            .init("SIGINT, SIGTERM", endings),
            .init("SIGHUP", "'run' reads its configuration again, and takes it whole or not at all."),
            .init("SIGPIPE", "Not heard of: a command whose reader has gone, such as head(1), ends without a word."),
        ]
        manual.examples = [
            CommandExample("pocketbell init", "Set it up: server, e-mail, password, and where alerts go."),
            CommandExample("pocketbell run", "Watch, in this terminal."),
            CommandExample(
                "systemctl --user enable --now pocketbell && pocketbell status", "Watch from now on, at each log-in."),
            CommandExample("sudo pocketbell init", "The same for this machine's service."),
            CommandExample("journalctl -u pocketbell; pocketbell doctor", "Find out why nothing comes."),
        ]
        manual.seeAlso = [
            "systemctl(1)", "journalctl(1)", "loginctl(1)", "systemd.exec(5)", "adduser(8)", "jq(1)",
        ]
        return manual
    }()

    private static let endings =
        "'run', 'demo', 'watch' and 'hub listen' end in order, with the status 0; 'init' leaves everything as it was, with 130; "
        + "an order with --wait is kept, says so and ends with 130. "
        + "Any other command ends at once, which a shell shows as 130 and 143; what was ordered of a running program is done all the same."
}
