import Reprise

/// A medicine that was ordered for a patient.
struct DrugOrder: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let drug: String
  /// "500 mg".
  let dose: String?
  let route: String?
  let frequency: String?
  /// "as needed", or "as needed: pain"; nil if it is to be taken in any case.
  let need: String?
  /// "5 Days".
  let duration: String?
  /// How to take it in words; the whole of the dosing where there is nothing else of it.
  let dosingInstructions: String?
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
    let need = json["asNeeded"]?.bool == true ? "as needed" : nil
    let duration = json["duration"]?.double.map { duration in
      Observation.text(duration) + (name("durationUnits").map { " \($0)" } ?? "")
    }
    self.init(
      id: try ResourceID(of: json, under: "uuid"),
      drug: name("drug") ?? json.text("drugNonCoded") ?? name("concept") ?? json.text("display")
        ?? "a medicine without a name",
      dose: dose, route: name("route"), frequency: name("frequency"),
      need: need.map { need in json.text("asNeededCondition").map { "\(need): \($0)" } ?? need },
      duration: duration, dosingInstructions: json.text("dosingInstructions"),
      instructions: json.text("instructions"),
      orderer: name("orderer"), started: json.moment("dateActivated"),
      stopped: json.moment("dateStopped"), expires: json.moment("autoExpireDate"))
  }
}

extension DrugOrder {
  /// "500 mg, oral, twice daily, as needed".
  var dosing: String {
    let words = [dose, route, frequency, need].compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? dosingInstructions ?? "" : words
  }

  /// What else there is to know about how it is taken; none of it is left out.
  var remarks: String {
    let texts = [dosingInstructions == dosing ? nil : dosingInstructions, instructions]
    return texts.compactMap(\.self).joined(separator: " ")
  }

  /// Whether it is to be taken: not stopped, and not run out.
  func isCurrent(at now: Timestamp) -> Bool {
    !(stopped.map { $0 <= now } ?? false) && !(expires.map { $0 <= now } ?? false)
  }
}
