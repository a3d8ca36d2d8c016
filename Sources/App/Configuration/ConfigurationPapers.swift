import Settings

/// What is written about the configuration, made from its declaration.
package enum ConfigurationPapers {
    /// Every key with its meaning, type and default, as Markdown.
    package static var reference: String {
        """
        # Configuration

        PocketBell reads one YAML file: the one that `--config FILE` names, else
        `$XDG_CONFIG_HOME/pocketbell/pocketbell.yaml` (usually `~/.config/…`). The machine's service names
        `/etc/pocketbell/pocketbell.yaml`; commands that ask it need not read it.
        Without a file every account that is signed in is watched, and every transaction is a desktop popup.

        `pocketbell config check` names every mistake with its line and column.
        `config/pocketbell.example.yaml` shows every key in use. Relative paths begin at the file's folder.

        A **secret** is written as `file:PATH` (its first line), `env:NAME` or `credential:NAME` (systemd's
        `LoadCredential=`). Where the table says so, it may also stand in the file itself, which then must be readable
        by its owner alone (`chmod 600`). What is a secret in some installations only may stand in any file: the `url` of a
        `webhook`, the `topic` of `ntfy`, the `key` of `apprise` and the `webhook` of `home-assistant`. Where it is all that it
        takes to write there, or to read, keep such a file to yourself, too.

        This page is made from the program's own declaration: `pocketbell config reference`.


        """ + SettingsReference(ConfigurationFile.self).markdown
    }

    /// A JSON Schema of the file, for editors.
    package static var schema: String {
        SettingsSchema(ConfigurationFile.self, title: "PocketBell configuration").text
    }
}
