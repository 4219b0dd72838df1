import Reprise

/// An encounter: the observations and diagnoses of one moment.
struct Encounter: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let patient: Reference?
  /// The time: a day where a form asked for a day alone.
  let when: DateOrTime?
  let type: Reference?
  let location: String?
  let form: String?
  let visit: Reference?
  /// The names of the providers: "Dr. Amina Test".
  let providers: [String]
  let diagnoses: [Diagnosis]
  /// The medicines and lab requests that were ordered in it.
  let orders: [Order]
  let observations: [Observation]
  /// The observations that couldn't be read.
  let skipped: [SkippedEntry]
  let isVoided: Bool
  let raw: JSON
  /// The parts that this user may not see, by their keys: "obs".
  var hidden: Set<String> = []

  /// The parts that an answer may break off at, which is then asked for without them.
  static let parts = ["diagnoses", "obs", "orders"]

  var timestamp: Timestamp? { when?.timestamp }

  /// The type's name: "Vitals".
  var title: String { type?.name ?? "Encounter" }
}

extension Encounter {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    let observations = Observation.list(json["obs"])
    self.init(
      id: try ResourceID(of: json, under: "uuid"), patient: Reference(json["patient"]),
      when: DateOrTime(beginning: json.text("encounterDatetime")),
      type: Reference(json["encounterType"]),
      location: Reference(json["location"])?.name, form: Reference(json["form"])?.name,
      visit: Reference(json["visit"]),
      providers: (json["encounterProviders"]?.array ?? []).map { entry in
        // A provider's own name begins with a number, a person's hasn't one.
        let provider = entry["provider"]
        return (Reference(provider?["person"]) ?? Reference(provider))?.name
          ?? entry.text("display") ?? "not told"
      },
      diagnoses: Diagnosis.list(json["diagnoses"]), orders: Order.list(json["orders"]),
      observations: observations.elements,
      skipped: observations.skipped, isVoided: json["voided"]?.bool ?? false, raw: json)
  }
}

extension Encounter {
  /// An order that was written in an encounter, of whatever type.
  struct Order: Identifiable, Hashable, Sendable {
    let id: ResourceID
    /// The order in the server's words: "Full blood count".
    let name: String
    /// The type: "Test Order".
    let type: String?
    /// The action, where it isn't a new order: DISCONTINUE.
    let action: String?
    /// The urgency, where it isn't an ordinary one: STAT.
    let urgency: String?

    var isUrgent: Bool { urgency == "STAT" }

    /// The words to note: "STAT, discontinue".
    var words: String {
      [urgency?.replacing("_", with: " "), action?.lowercased()].compactMap(\.self)
        .joined(separator: ", ")
    }

    /// Reads the orders of an encounter, the urgent ones first, without the voided ones.
    static func list(_ json: JSON?) -> [Order] {
      let entries = Entries((json?.array ?? []).filter { $0["voided"]?.bool != true }) {
        entry throws(Unreadable) in
        guard entry.members != nil else { throw .notAnObject(entry.kind) }
        func unless(_ usual: String, _ key: String) -> String? {
          entry.text(key).flatMap { $0 == usual ? nil : $0 }
        }
        return Order(
          id: try ResourceID(of: entry, under: "uuid"),
          name: entry.text("display") ?? "an order without a name",
          type: Reference(entry["orderType"])?.name, action: unless("NEW", "action"),
          urgency: unless("ROUTINE", "urgency"))
      }
      return entries.elements.filter(\.isUrgent) + entries.elements.filter { !$0.isUrgent }
    }
  }
}
