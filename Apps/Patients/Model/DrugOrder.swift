import Reprise

struct DrugOrder: Identifiable, Hashable, Sendable {
  /// The same on every OpenMRS server.
  static let type = "131168f4-15f5-102d-96e4-000c29c2a5d7"

  let id: ResourceID
  let action: String?
  /// The order that this one stops or replaces.
  let previous: ResourceID?
  let drug: String
  /// The strength of the medicine itself: "500 mg".
  let strength: String?
  let dose: String?
  let route: String?
  let frequency: String?
  /// "as needed", "as needed: pain".
  let need: String?
  let duration: String?
  /// "20 Tablets, 2 refills".
  let quantity: String?
  /// Free text, which may be all of the dosing; see `hasFreeTextDosing`.
  let dosingInstructions: String?
  let instructions: String?
  /// In an order that stops another, the reason for stopping.
  let reason: String?
  /// Copied from the order that stops it.
  var reasonStopped: String?
  let careSetting: String?
  let orderer: String?
  /// By the server's clock, which may be ahead of this computer's.
  let ordered: Timestamp?
  /// "STAT"; `nil` for a routine order.
  let urgency: String?
  /// `nil` if the order starts when it is written.
  let scheduled: DateOrTime?
  /// Never in the future.
  let stopped: Timestamp?
  let expires: DateOrTime?
  let isVoided: Bool
}

extension DrugOrder {
  init(_ json: JSON) throws(Unreadable) {
    func name(_ key: String) -> String? { Reference(json[key])?.name }
    // An omitted name means that the user lacks the privilege to see concepts.
    func nameOrOmission(_ key: String) -> String? {
      json[key] == nil ? "(\(key) not told)" : name(key)
    }
    func amount(_ key: String, _ units: String) -> String? {
      // Omitted units mean the same: 2 may be tablets or millilitres.
      let unit = json[units] == nil ? "(unit not told)" : name(units)
      return json[key]?.double.map { Observation.text($0) + (unit.map { " \($0)" } ?? "") }
    }
    let bahmni = BahmniDosing(json.text("dosingInstructions"))
    let need = json["asNeeded"]?.bool == true ? "as needed" : nil
    let refills = json.wholeNumber("numRefills").flatMap { count in
      count > 0 ? "\(count) refill\(count == 1 ? "" : "s")" : nil
    }
    let quantity = [amount("quantity", "quantityUnits"), refills].compactMap(\.self)
    let urgency = json.text("urgency")
    let isScheduled = urgency == "ON_SCHEDULED_DATE"
    id = try ResourceID(of: json, under: "uuid")
    action = json.text("action")
    previous = Reference(json["previousOrder"])?.id
    drug =
      name("drug") ?? json.text("drugNonCoded") ?? name("concept") ?? json.text("display")
      ?? "a medicine without a name"
    strength = json["drug"]?.text("strength")
    dose =
      amount("dose", "doseUnits")
      ?? bahmni?.doses.map { doses in name("doseUnits").map { "\(doses) \($0)" } ?? doses }
    route = nameOrOmission("route")
    frequency = nameOrOmission("frequency")
    self.need = need.map { need in json.text("asNeededCondition").map { "\(need): \($0)" } ?? need }
    duration = amount("duration", "durationUnits")
    self.quantity = quantity.isEmpty ? nil : quantity.joined(separator: ", ")
    dosingInstructions = bahmni == nil ? json.text("dosingInstructions") : bahmni?.instructions
    instructions = json.text("instructions")
    reason = name("orderReason") ?? json.text("orderReasonNonCoded")
    careSetting = name("careSetting")

    // A provider's display begins with an identifier: "17-4 - Juma Achieng".
    orderer = json["orderer"]?["person"]?.text("display") ?? name("orderer")
    ordered = json.timestamp("dateActivated")
    self.urgency = isScheduled || urgency == "ROUTINE" ? nil : urgency
    scheduled = isScheduled ? DateOrTime(beginning: json.text("scheduledDate")) : nil
    stopped = json.timestamp("dateStopped")
    expires = DateOrTime(end: json.text("autoExpireDate"))
    isVoided = json["voided"]?.bool ?? false
  }
}

private struct BahmniDosing {
  /// "2-0-1"; `nil` if the doses aren't listed separately.
  let doses: String?
  let instructions: String?

  /// Parses `{"instructions": "Before meals", "morningDose": 2, …}`.
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
    instructions = all.isEmpty ? nil : all.joined(separator: ", ")
  }
}

extension DrugOrder {
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

  /// A new order isn't `future` while its date may only reflect a difference between clocks.
  func status(at now: Timestamp, in zone: Zone) -> Status {
    if stopped != nil { return .stopped }
    if let expires, expires.isOver(at: now, in: zone) { return .over }
    if let scheduled, scheduled.isLater(than: now, in: zone) { return .future }
    if let ordered, DateOrTime.timestamp(ordered).isFuture(at: now, in: zone) { return .future }
    return .current
  }

  var started: DateOrTime? { scheduled ?? ordered.map { .timestamp($0) } }

  var ended: DateOrTime? { stopped.map { .timestamp($0) } ?? expires }

  func span(in zone: Zone) -> String {
    let days = (started?.date(in: zone), ended?.date(in: zone))
    switch days {
    case (let start?, let end?): return "\(start) to \(end)"
    case (let start?, nil): return "\(scheduled == nil ? "since" : "from") \(start)"
    case (nil, let end?): return "until \(end)"
    case (nil, nil): return ""
    }
  }

  var hasFreeTextDosing: Bool {
    dose == nil && route == nil && frequency == nil && dosingInstructions != nil
  }

  /// "500 mg, oral, twice daily, as needed".
  var dosing: String {
    let parts =
      [urgency]
      + (hasFreeTextDosing ? [dosingInstructions, need] : [dose, route, frequency, need])
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// The instructions that `dosing` doesn't contain.
  var remarks: String {
    let texts = [hasFreeTextDosing ? nil : dosingInstructions, instructions]
    return texts.compactMap(\.self).joined(separator: " ")
  }
}
