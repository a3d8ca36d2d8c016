import JSON
import MQTT
import Values

/// What Home Assistant is told of the devices that there are: one for each child, with a sensor for each thing to know, and one for the
/// program, with an event for each alert. Ids come from the server's, so a child that is renamed keeps its history.
struct HomeDiscovery: Sendable {
    let topics: MQTTTopics
    let locale: AlertLocale

    private var words: any Vocabulary { locale.language.words }

    /// The parts of ids; they stay.
    enum Sensor: String, CaseIterable {
        case balance, last
        case chores
    }

    /// Descriptions for all of them; none without discovery.
    func messages(_ picture: FamilyPicture) -> [MQTTMessage] {
        var messages = [alerts].compactMap { $0 }
        for child in picture.children {
            messages += Sensor.allCases.compactMap { sensor in
                sensor == .chores && child.waiting == nil ? nil : message(sensor, of: child)
            }
        }
        return messages
    }

    /// Names under which a child may be described.
    func topics(of child: String) -> [MQTTTopic] {
        Sensor.allCases.compactMap { topics.configuration("sensor", device(child), $0.rawValue) }
    }

    private func device(_ child: String) -> String { "\(topics.node)_\(child)" }

    private var alerts: MQTTMessage? {
        topics.configuration("event", topics.node, "alerts").map { topic in
            MQTTMessage(
                topic,
                JSONWriter.object { object in
                    common(&object, name: words.alertsName, id: "\(topics.node)_alerts", state: topics.alerts)
                    object.array("event_types") { types in for type in MQTTTarget.eventTypes { types.append(type) } }
                    object.set("icon", "mdi:bell")
                    object.object("device") { device in
                        device.array("identifiers") { $0.append(topics.node) }
                        device.set("name", "PocketBell")
                    }
                }, isRetained: true)
        }
    }

    private func message(_ sensor: Sensor, of child: FamilyPicture.Child) -> MQTTMessage? {
        topics.configuration("sensor", device(child.key), sensor.rawValue).map { topic in
            MQTTMessage(
                topic,
                JSONWriter.object { object in
                    common(
                        &object, name: name(sensor), id: "\(device(child.key))_\(sensor.rawValue)",
                        state: topics.state(of: child.key))
                    Self.write(sensor, to: &object, locale.currency)
                    if sensor == .last { Self.writeAttributes(topics.state(of: child.key), to: &object) }
                    object.object("device") { device in
                        device.array("identifiers") { $0.append(self.device(child.key)) }
                        device.set("name", child.name)
                        device.set("manufacturer", "PocketBell")
                        device.set("via_device", topics.node)
                    }
                }, isRetained: true)
        }
    }

    private func common(_ object: inout JSONObjectWriter, name: String, id: String, state: MQTTTopic) {
        object.set("name", name)
        object.set("unique_id", id)
        object.set("state_topic", state.description)
        object.set("qos", 1)
        object.set("availability_topic", topics.status.description)
        object.object("origin") { $0.set("name", "PocketBell") }
    }

    private func name(_ sensor: Sensor) -> String {
        switch sensor {
        case .balance: words.balanceName
        case .last: words.lastTransactionName
        case .chores: words.waitingChoresName
        }
    }

    private static func write(_ sensor: Sensor, to object: inout JSONObjectWriter, _ currency: Currency) {
        switch sensor {
        case .balance:
            object.set("value_template", "{{ value_json.balance }}")
            // The only one that Home Assistant takes of money.
            object.set("state_class", "total")
            write(currency, to: &object)
        case .last:
            object.set("value_template", "{{ value_json.last.amount if value_json.last else 'None' }}")
            write(currency, to: &object)
        case .chores:
            object.set("value_template", "{{ value_json.chores_waiting }}")
            object.set("state_class", "measurement")
            object.set("icon", "mdi:broom")
        }
    }

    private static func write(_ currency: Currency, to object: inout JSONObjectWriter) {
        object.set("device_class", "monetary")
        object.set("unit_of_measurement", currency.code)
        object.set("suggested_display_precision", currency.digits)
    }

    private static func writeAttributes(_ topic: MQTTTopic, to object: inout JSONObjectWriter) {
        object.set("json_attributes_topic", topic.description)
        object.set("json_attributes_template", "{{ (value_json.last or {}) | tojson }}")
    }
}
