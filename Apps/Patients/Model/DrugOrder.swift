import Reprise

/// A medicine that was ordered for a patient.
struct DrugOrder: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let drug: String
  /// "500 mg, oral, twice daily, as needed".
  let dosing: String
  let instructions: String?
  let orderer: String?
  let started: Timestamp?
  let stopped: Timestamp?
  /// When it ends by itself.
  let expires: Timestamp?
}

extension DrugOrder {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    func name(_ key: String) -> String? { Reference(json[key])?.name }
    let dose = json["dose"]?.double.map { dose in
      Observation.text(dose) + (name("doseUnits").map { " \($0)" } ?? "")
    }
    let isAsNeeded = json["asNeeded"]?.bool == true
    let parts = [dose, name("route"), name("frequency"), isAsNeeded ? "as needed" : nil]
    let dosing = parts.compactMap(\.self).joined(separator: ", ")
    self.init(
      id: try ResourceID(of: json, under: "uuid"),
      drug: name("drug") ?? json.text("drugNonCoded") ?? name("concept") ?? json.text("display")
        ?? "a medicine without a name",
      dosing: dosing.isEmpty ? json.text("dosingInstructions") ?? "" : dosing,
      instructions: json.text("instructions") ?? json.text("dosingInstructions"),
      orderer: name("orderer"), started: json.moment("dateActivated"),
      stopped: json.moment("dateStopped"), expires: json.moment("autoExpireDate"))
  }
}

extension DrugOrder {
  /// Whether it is to be taken: not stopped, and not run out.
  func isCurrent(at now: Timestamp) -> Bool {
    !(stopped.map { $0 <= now } ?? false) && !(expires.map { $0 <= now } ?? false)
  }
}
