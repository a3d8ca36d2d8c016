import JSON

/// How an alert looks besides its words. A rule's wishes come before its target's, and those before what the event brings.
package struct AlertStyle: Sendable, Equatable {
    /// How soon a person should look.
    package enum Urgency: String, Sendable, CaseIterable {
        /// It can wait: no sound, where a target has a say in that.
        case low
        case normal
        /// It should be seen at once.
        case high
    }

    /// A `Template` for one line; `nil` takes the event's own title.
    package var title: String?
    /// `nil`: low balances and problems are high, all else is normal.
    package var urgency: Urgency?
    /// Words or, at ntfy, emoji short codes.
    package var tags: [String]
    /// An address, or the name or path of an icon on this machine.
    package var icon: String?
    /// A `Template` of an `http` or `https` address; what comes into its places is percent-encoded.
    package var link: String?

    /// As the event and the target have it, unless said otherwise.
    package init(
        title: String? = nil, urgency: Urgency? = nil, tags: [String] = [], icon: String? = nil, link: String? = nil
    ) {
        self.title = title
        self.urgency = urgency
        self.tags = tags
        self.icon = icon
        self.link = link
    }

    /// With what the other one says where this one says nothing.
    func over(_ other: AlertStyle) -> AlertStyle {
        AlertStyle(
            title: title ?? other.title, urgency: urgency ?? other.urgency, tags: tags.isEmpty ? other.tags : tags,
            icon: icon ?? other.icon, link: link ?? other.link)
    }
}

extension AlertStyle {
    /// The text that lies with a delivery; `nil` for a style that says nothing.
    var stored: String? {
        guard self != AlertStyle() else { return nil }
        var writer = JSONWriter()
        writer.object { object in
            object.set("title", ifPresent: title)
            object.set("urgency", ifPresent: urgency?.rawValue)
            if !tags.isEmpty { object.array("tags") { array in for tag in tags { array.append(tag) } } }
            object.set("icon", ifPresent: icon)
            object.set("link", ifPresent: link)
        }
        return writer.text
    }

    /// What was ``stored``. What a later version wrote and this one does not know looks as if it weren't there.
    init(stored text: String) {
        self.init()
        guard let json = try? JSONValue(parsing: text) else { return }
        func member(_ name: String) -> String? {
            if case .string(let text) = json[name] { text } else { nil }
        }
        title = member("title")
        urgency = member("urgency").flatMap { Urgency(rawValue: $0) }
        if case .array(let list) = json["tags"] {
            tags = list.compactMap { if case .string(let tag) = $0 { tag } else { nil } }
        }
        icon = member("icon")
        link = member("link")
    }
}
