import Store

/// Texts are as typed; what is `nil` was not typed. A child is a first name, a full name or an id.
extension RecordOrdering {
    /// `pocketbell allowance set`.
    package static func setAllowance(of child: String, to amount: String, reason: String?, _ terms: Terms) -> Self {
        Self(.setAllowance, child: child, fields: ["weeklyAllowance": amount, "reason": reason], terms)
    }

    /// `pocketbell allowance pause`.
    package static func pauseAllowance(of child: String, reason: String?, _ terms: Terms) -> Self {
        Self(.pauseAllowance, child: child, fields: ["reason": reason], terms)
    }

    /// `pocketbell allowance resume`.
    package static func resumeAllowance(of child: String, _ terms: Terms) -> Self {
        Self(.resumeAllowance, child: child, terms)
    }

    /// `pocketbell allowance settings`.
    ///
    /// - Parameter fields: by the names that `allowance show --json` has.
    package static func changeSettings(of child: String, _ fields: [String: String?], _ terms: Terms) -> Self {
        Self(.changeSettings, child: child, fields: fields, terms)
    }

    /// `pocketbell notifications read`: those whose ids begin so, or all that are not read.
    package static func readNotifications(_ ids: [String], _ terms: Terms) -> Self {
        Self(.readNotifications, fields: ["ids": ids.joined(separator: " ")], terms)
    }
}
