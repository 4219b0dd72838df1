import Reprise

struct Encounter: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let patient: Reference?
  /// A day if the form asked only for a day.
  let when: DateOrTime?
  let type: Reference?
  let location: String?
  let form: String?
  let visit: Reference?
  let providers: [String]
  let diagnoses: [Diagnosis]
  let orders: [Order]
  let observations: [Observation]
  let skipped: [SkippedEntry]
  let isVoided: Bool
  let raw: JSON
  /// The keys of the parts that the user may not see: "obs".
  var hidden: Set<String> = []

  /// The parts at which a response may break off. The encounter is then requested without them.
  static let parts = ["diagnoses", "obs", "orders"]

  var timestamp: Timestamp? { when?.timestamp }

  var title: String { type?.name ?? "Encounter" }
}

extension Encounter {
  init(_ json: JSON) throws(Unreadable) {
    let observations = Observation.list(json["obs"])
    id = try ResourceID(of: json, under: "uuid")
    patient = Reference(json["patient"])
    when = DateOrTime(beginning: json.text("encounterDatetime"))
    type = Reference(json["encounterType"])
    location = Reference(json["location"])?.name
    form = Reference(json["form"])?.name
    visit = Reference(json["visit"])
    providers = (json["encounterProviders"]?.array ?? []).map { entry in
      // The display of a provider begins with an identifier, that of a person doesn't.
      let provider = entry["provider"]
      return (Reference(provider?["person"]) ?? Reference(provider))?.name
        ?? entry.text("display") ?? "not told"
    }
    diagnoses = Diagnosis.list(json["diagnoses"])
    orders = Order.list(json["orders"])
    self.observations = observations.elements
    skipped = observations.skipped
    isVoided = json["voided"]?.bool ?? false
    raw = json
  }

  struct Order: Identifiable, Hashable, Sendable {
    let id: ResourceID
    let name: String
    let type: String?
    /// Such as DISCONTINUE; `nil` for a new order.
    let action: String?
    /// Such as STAT; `nil` for a routine order.
    let urgency: String?

    var isUrgent: Bool { urgency == "STAT" }
    var text: String {
      [urgency?.replacing("_", with: " "), action?.lowercased()].compactMap(\.self)
        .joined(separator: ", ")
    }
    static func list(_ json: JSON?) -> [Order] {
      let entries = Entries((json?.array ?? []).filter { $0["voided"]?.bool != true }) {
        entry throws(Unreadable) in
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

struct Diagnosis: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let name: String
  /// 1 means primary.
  let rank: Int?
  /// CONFIRMED or PROVISIONAL.
  let certainty: String?

  var remarks: String {
    [certainty?.lowercased(), rank == 1 ? "primary" : nil].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// "Severe pre-eclampsia (confirmed, primary)".
  var title: String { remarks.isEmpty ? name : "\(name) (\(remarks))" }

  static func list(_ json: JSON?) -> [Diagnosis] {
    let entries = Entries((json?.array ?? []).filter { $0["voided"]?.bool != true }) {
      entry throws(Unreadable) in
      return Diagnosis(
        id: try ResourceID(of: entry, under: "uuid"),
        name: entry.text("display") ?? "a diagnosis without a name",
        rank: entry.wholeNumber("rank"), certainty: entry.text("certainty"))
    }
    return entries.elements.sorted { ($0.rank ?? .max, $0.name) < ($1.rank ?? .max, $1.name) }
  }
}
