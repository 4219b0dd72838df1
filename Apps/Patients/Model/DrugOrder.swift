import Reprise

/// A medicine that was ordered for a patient.
struct DrugOrder: Identifiable, Hashable, Sendable {
  /// The order type that every OpenMRS has for medicines.
  static let type = "131168f4-15f5-102d-96e4-000c29c2a5d7"

  let id: ResourceID
  /// NEW, REVISE, RENEW or DISCONTINUE.
  let action: String?
  let drug: String
  /// "500 mg", of the medicine itself.
  let strength: String?
  /// "500 mg".
  let dose: String?
  let route: String?
  let frequency: String?
  /// "as needed", or "as needed: pain"; nil if it is to be taken in any case.
  let need: String?
  /// "5 Days".
  let duration: String?
  /// "20 Tablets", or "20 Tablets, 2 refills".
  let quantity: String?
  /// How to take it in words; the whole of the dosing where there is nothing else of it.
  let dosingInstructions: String?
  let instructions: String?
  /// What it is for.
  let indication: String?
  /// "Outpatient".
  let careSetting: String?
  let orderer: String?
  /// When it begins: the day it is scheduled for, or that on which it was ordered.
  let started: Timestamp?
  let stopped: Timestamp?
  /// When it ends by itself.
  let expires: Timestamp?
  let isVoided: Bool
}

extension DrugOrder {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    func name(_ key: String) -> String? { Reference(json[key])?.name }
    func amount(_ key: String, _ units: String) -> String? {
      json[key]?.double.map { Observation.text($0) + (name(units).map { " \($0)" } ?? "") }
    }
    let need = json["asNeeded"]?.bool == true ? "as needed" : nil
    let refills = json.wholeNumber("numRefills").flatMap { count in
      count > 0 ? "\(count) refill\(count == 1 ? "" : "s")" : nil
    }
    let quantity = [amount("quantity", "quantityUnits"), refills].compactMap(\.self)
    let isScheduled = json.text("urgency") == "ON_SCHEDULED_DATE"
    self.init(
      id: try ResourceID(of: json, under: "uuid"), action: json.text("action"),
      drug: name("drug") ?? json.text("drugNonCoded") ?? name("concept") ?? json.text("display")
        ?? "a medicine without a name",
      strength: json["drug"]?.text("strength"), dose: amount("dose", "doseUnits"),
      route: name("route"), frequency: name("frequency"),
      need: need.map { need in json.text("asNeededCondition").map { "\(need): \($0)" } ?? need },
      duration: amount("duration", "durationUnits"),
      quantity: quantity.isEmpty ? nil : quantity.joined(separator: ", "),
      dosingInstructions: json.text("dosingInstructions"),
      instructions: json.text("instructions"), indication: json.text("orderReasonNonCoded"),
      careSetting: name("careSetting"), orderer: name("orderer"),
      started: (isScheduled ? json.moment("scheduledDate") : nil) ?? json.moment("dateActivated"),
      stopped: json.moment("dateStopped"), expires: json.moment("autoExpireDate"),
      isVoided: json["voided"]?.bool ?? false)
  }
}

extension DrugOrder {
  /// Whether it is to be taken now.
  enum Status: String, Sendable {
    case current, future, stopped, over

    var mark: Mark {
      switch self {
      case .current: Mark("●", .good)
      case .future: Mark("○", .busy)
      case .stopped, .over: Mark("■", .neutral)
      }
    }
  }

  /// Stopped by somebody, run out by itself, not begun yet, or current.
  func status(at now: Timestamp) -> Status {
    if let stopped, stopped <= now { return .stopped }
    if let expires, expires <= now { return .over }
    if let started, started > now { return .future }
    return .current
  }

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
}
