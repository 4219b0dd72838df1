import Reprise

/// A medicine that was ordered for a patient.
struct DrugOrder: Identifiable, Hashable, Sendable {
  /// The order type that every OpenMRS has for medicines.
  static let type = "131168f4-15f5-102d-96e4-000c29c2a5d7"

  let id: ResourceID
  /// The action: NEW, REVISE, RENEW or DISCONTINUE.
  let action: String?
  /// The order that this one stops or replaces.
  let previous: ResourceID?
  let drug: String
  /// The strength of the medicine itself: "500 mg".
  let strength: String?
  /// The dose: "500 mg".
  let dose: String?
  let route: String?
  let frequency: String?
  /// The condition to take it under: "as needed", "as needed: pain"; nil if it is to be taken in any case.
  let need: String?
  /// The duration: "5 Days".
  let duration: String?
  /// The quantity: "20 Tablets", or "20 Tablets, 2 refills".
  let quantity: String?
  /// The way to take it in words; the whole of the dosing if there is nothing else of it.
  let dosingInstructions: String?
  let instructions: String?
  /// The reason to take it; of an order that stops another, the reason to stop.
  let reason: String?
  /// The reason why it was stopped, from the order that stops it.
  var reasonStopped: String?
  /// The care setting: "Outpatient".
  let careSetting: String?
  let orderer: String?
  /// The moment of the order, by the server's clock, which may be ahead of this one.
  let ordered: Timestamp?
  /// The urgency, where the order isn't an ordinary one: "STAT".
  let urgency: String?
  /// The time at which it is to begin; nil if it begins when it is ordered.
  let scheduled: DateOrTime?
  /// The moment at which somebody stopped it. Servers don't write that before it is so.
  let stopped: Timestamp?
  /// The time at which it ends by itself.
  let expires: DateOrTime?
  let isVoided: Bool
}

extension DrugOrder {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    func name(_ key: String) -> String? { Reference(json[key])?.name }
    // A name that is left out, for want of a right to see concepts, isn't none.
    func told(_ key: String) -> String? {
      json[key] == nil ? "(\(key) not told)" : name(key)
    }
    func amount(_ key: String, _ units: String) -> String? {
      // Units that are left out, for want of a right to see concepts, aren't none: 2 may be tablets or millilitres.
      let words = json[units] == nil ? "(unit not told)" : name(units)
      return json[key]?.double.map { Observation.text($0) + (words.map { " \($0)" } ?? "") }
    }
    let bahmni = BahmniDosing(json.text("dosingInstructions"))
    let need = json["asNeeded"]?.bool == true ? "as needed" : nil
    let refills = json.wholeNumber("numRefills").flatMap { count in
      count > 0 ? "\(count) refill\(count == 1 ? "" : "s")" : nil
    }
    let quantity = [amount("quantity", "quantityUnits"), refills].compactMap(\.self)
    let urgency = json.text("urgency")
    let isScheduled = urgency == "ON_SCHEDULED_DATE"
    self.init(
      id: try ResourceID(of: json, under: "uuid"), action: json.text("action"),
      previous: Reference(json["previousOrder"])?.id,
      drug: name("drug") ?? json.text("drugNonCoded") ?? name("concept") ?? json.text("display")
        ?? "a medicine without a name",
      strength: json["drug"]?.text("strength"),
      dose: amount("dose", "doseUnits")
        ?? bahmni?.doses.map { doses in name("doseUnits").map { "\(doses) \($0)" } ?? doses },
      route: told("route"), frequency: told("frequency"),
      need: need.map { need in json.text("asNeededCondition").map { "\(need): \($0)" } ?? need },
      duration: amount("duration", "durationUnits"),
      quantity: quantity.isEmpty ? nil : quantity.joined(separator: ", "),
      dosingInstructions: bahmni == nil ? json.text("dosingInstructions") : bahmni?.words,
      instructions: json.text("instructions"),
      reason: name("orderReason") ?? json.text("orderReasonNonCoded"),
      careSetting: name("careSetting"),
      // A provider is shown as "17-4 - Juma Achieng".
      orderer: json["orderer"]?["person"]?.text("display") ?? name("orderer"),
      ordered: json.timestamp("dateActivated"),
      urgency: isScheduled || urgency == "ROUTINE" ? nil : urgency,
      scheduled: isScheduled ? DateOrTime(beginning: json.text("scheduledDate")) : nil,
      stopped: json.timestamp("dateStopped"), expires: DateOrTime(end: json.text("autoExpireDate")),
      isVoided: json["voided"]?.bool ?? false)
  }
}

/// The dosing that Bahmni writes as JSON into the instructions (FlexibleDosingInstructions).
private struct BahmniDosing {
  /// The doses of a day: "2-0-1"; nil if they are the same each time.
  let doses: String?
  /// The instructions: "Before meals, not more than three"; nil without any.
  let words: String?

  /// Reads `{"instructions": "Before meals", "morningDose": 2, …}`; nil for any other text.
  init?(_ text: String?) {
    guard let text, text.first == "{", let json = try? JSON(Array(text.utf8)), json.members != nil
    else { return nil }
    let times = ["morningDose", "afternoonDose", "eveningDose"].map { json[$0]?.double }
    let texts = [json.text("instructions"), json.text("additionalInstructions")]
    guard times.contains(where: { $0 != nil }) || texts.contains(where: { $0 != nil }) else {
      return nil
    }
    doses =
      times.contains { $0 != nil }
      ? times.map { Observation.text($0 ?? 0) }.joined(separator: "-") : nil
    let all = texts.compactMap(\.self)
    words = all.isEmpty ? nil : all.joined(separator: ", ")
  }
}

extension DrugOrder {
  /// The standing of an order in time: to be taken now, or not.
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

  /// Returns the status: stopped by somebody, run out by itself, not begun yet, or current. A new
  /// order isn't future while clocks may differ.
  func status(at now: Timestamp, in zone: Zone) -> Status {
    if stopped != nil { return .stopped }
    if let expires, expires.isOver(at: now, in: zone) { return .over }
    if let scheduled, scheduled.isLater(than: now, in: zone) { return .future }
    if let ordered, DateOrTime.timestamp(ordered).isFuture(at: now, in: zone) { return .future }
    return .current
  }

  /// The time it is scheduled for, or else that at which it was ordered.
  var started: DateOrTime? { scheduled ?? ordered.map { .timestamp($0) } }

  /// The time at which it was stopped, or runs out by itself.
  var ended: DateOrTime? { stopped.map { .timestamp($0) } ?? expires }

  /// Returns the days on which it begins and ends: "2026-10-02 to 2026-12-14", "since 2026-10-02",
  /// "from 2026-12-10"; empty if none is known.
  func span(in zone: Zone) -> String {
    let days = (started?.date(in: zone), ended?.date(in: zone))
    switch days {
    case (let start?, let end?): return "\(start) to \(end)"
    case (let start?, nil): return "\(scheduled == nil ? "since" : "from") \(start)"
    case (nil, let end?): return "until \(end)"
    case (nil, nil): return ""
    }
  }

  /// True if the dosing was written in words, and has no parts.
  var isDosedInWords: Bool {
    dose == nil && route == nil && frequency == nil && dosingInstructions != nil
  }

  /// The dosing in words: "500 mg, oral, twice daily, as needed".
  var dosing: String {
    let parts =
      [urgency] + (isDosedInWords ? [dosingInstructions, need] : [dose, route, frequency, need])
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// The rest of the facts about taking it; none is left out.
  var remarks: String {
    let texts = [isDosedInWords ? nil : dosingInstructions, instructions]
    return texts.compactMap(\.self).joined(separator: " ")
  }
}
