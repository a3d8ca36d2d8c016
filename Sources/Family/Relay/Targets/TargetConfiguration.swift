package import Values

/// A place where alerts go, as it is configured.
package struct TargetConfiguration: Sendable {
    /// What speaks at the other end, and how to reach it.
    package enum Kind: Sendable {
        /// Popups of the session that the program runs in.
        case desktop
        /// A Standard Webhooks endpoint; unsigned without a key.
        case webhook(url: Secret, signing: Secret?, headers: [WebhookHeader] = [])
        /// A Slack incoming webhook.
        case slack(url: Secret)
        /// A Discord webhook.
        case discord(url: Secret)
        /// A topic of an ntfy server; the topic is as good as a password.
        case ntfy(server: String, topic: Secret, token: Secret?)
    }

    /// What to do with a message that may have arrived, at a target that can't tell a repeat from a new one.
    package enum DoubtPolicy: Sendable, Equatable {
        /// Send it again and say that it may be a repeat.
        case `repeat`
        /// Leave it, and say so in the list of deliveries.
        case skip
    }

    /// Unique among the targets; deliveries keep it, so a renamed target begins anew.
    package let name: String
    /// Nothing in it was tried: ``Relay/targets(_:)`` refuses what can't be used.
    package let kind: Kind
    /// Whether it may be in this house: loopback, private and link-local addresses. Cloud metadata never is.
    package var allowsPrivateAddresses: Bool
    /// Looked at only where a repeat can't be told from a new message by the target itself.
    package var inDoubt: DoubtPolicy
    /// A PEM file of certificate authorities to trust besides the system's.
    package var certificateAuthorities: String?
    /// How alerts look there whose rule says nothing else.
    package var style: AlertStyle
    /// So many alerts that waited are told together, in one message; below 2: never.
    package var digest: Int

    /// Without private addresses, told twice rather than never, and 20 together, unless said otherwise.
    package init(
        name: String, kind: Kind, allowsPrivateAddresses: Bool = false, inDoubt: DoubtPolicy = .repeat,
        certificateAuthorities: String? = nil, style: AlertStyle = AlertStyle(),
        digest: Int = 20
    ) {
        self.digest = digest
        self.name = name
        self.kind = kind
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.inDoubt = inDoubt
        self.certificateAuthorities = certificateAuthorities
        self.style = style
    }
}
