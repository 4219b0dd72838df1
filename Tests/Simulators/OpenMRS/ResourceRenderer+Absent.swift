import Reprise

extension ResourceRenderer {
  /// Returns a property that the data omit, as a server would have stored it, or `null`.
  func absent(_ name: String, of thing: JSON, _ type: ResourceType) -> JSON {
    switch (type.name, name) {
    case (_, "display"): display(of: thing, type)
    case (_, "voided"), (_, "retired"), (_, "dead"), (_, "birthdateEstimated"): .bool(false)
    case ("obs", "status"): .string("FINAL")
    case ("obs", "interpretation"): interpretation(of: thing).map { .string($0) } ?? .null
    case ("obs", "referenceRange"): range(of: thing) ?? .null
    case (_, "attributes"), (_, "identifiers"), (_, "names"), (_, "encounters"), (_, "orders"),
      (_, "obs"), (_, "states"), (_, "diagnoses"), (_, "reactions"), (_, "setMembers"),
      (_, "encounterProviders"), (_, "addresses"):
      .array([])
    case ("concept", "mappings"): .array([])
    case ("patient", "allergyStatus"): .string("Unknown")
    default: .null
    }
  }

  /// Returns the visible parts of a value: voided ones are omitted [930, 931], and a visit's
  /// encounters are sorted, the newest first [412].
  func shown(_ value: JSON, _ name: String, of thing: JSON, _ type: ResourceType) -> JSON {
    switch (type.name, name) {
    case ("visit", "encounters"):
      let patient = thing["patient"]?.text("uuid") ?? ""
      let visit = thing.text("uuid")
      return .array(
        data.all("encounter", of: patient).filter { encounter in
          encounter["visit"]?.text("uuid") == visit && encounter["voided"]?.bool != true
        }.newestFirst(by: "encounterDatetime"))
    case ("encounter", "orders"):
      // The fixture stores the encounter in the order only.
      let patient = thing["patient"]?.text("uuid") ?? ""
      let own = (data.all("order", of: patient) + data.all("testorder", of: patient)).filter {
        $0["encounter"]?.text("uuid") != nil && $0["encounter"]?.text("uuid") == thing.text("uuid")
      }
      return own.isEmpty ? value : .array(own)
    case ("encounter", "obs"), ("obs", "groupMembers"):
      guard let members = value.array else { return value }
      return .array(
        members.filter { member in
          let known = member.text("uuid").flatMap { data.thing("obs", $0) } ?? member
          return known["voided"]?.bool != true
        })
    case ("obs", "value"):
      guard profile.tellsDaysAsMidnight, let text = value.string, text.utf8.count == 10,
        CalendarDate(iso: text) != nil
      else { return value }
      return .string(text + "T00:00:00.000+0000")
    default: return value
    }
  }

  /// Returns an object's display text. An observation's is composed of its concept and value.
  func display(of thing: JSON, _ type: ResourceType) -> JSON {
    guard type.name == "obs" else { return type.name == "referencerange" ? .string("") : .null }
    let concept = thing["concept"]?.text("uuid").flatMap { data.thing("concept", $0) }
    let value = thing["value"] ?? .null
    let named = value.text("uuid").flatMap { data.thing(data.typeOfValue($0), $0) } ?? value
    let text = named.text("display") ?? thing.text("value")
    return .string([concept?.text("display"), text].compactMap(\.self).joined(separator: ": "))
  }

  /// Returns the limits that applied to the patient. Since core 2.7 they are stored with every
  /// numeric value, even if all six are unknown [541].
  private func limits(of observation: JSON) -> JSON? {
    guard observation["value"]?.double != nil,
      let concept = observation["concept"]?.text("uuid").flatMap({ data.thing("concept", $0) })
    else { return nil }
    let patient = observation["encounter"]?.text("uuid")
      .flatMap { data.thing("encounter", $0) }?["patient"]?.text("uuid")
    return patient.flatMap { data.ranges[$0]?[concept.text("uuid") ?? ""] } ?? concept
  }

  private func range(of observation: JSON) -> JSON? {
    guard let limits = limits(of: observation) else { return nil }
    let keys = [
      "hiNormal", "hiAbsolute", "hiCritical", "lowNormal", "lowAbsolute", "lowCritical",
    ]
    return .object(
      [.init("uuid", .string("range-" + (observation.text("uuid") ?? "")))]
        + keys.map { .init($0, limits[$0] ?? .null) })
  }

  /// Returns the interpretation that core 2.7 and later store with a number [541, 542, 543].
  ///
  /// A value beyond a normal limit has one only if the critical limit of that side is known: a
  /// respiratory rate of 31 at 12–30 has none. A value equal to the critical limit is critical. So
  /// `null` doesn't mean normal.
  private func interpretation(of observation: JSON) -> String? {
    guard profile.core >= "2.7", let value = observation["value"]?.double,
      let limits = limits(of: observation)
    else { return nil }
    let (low, high) = (limits["lowNormal"]?.double, limits["hiNormal"]?.double)
    let (lowest, highest) = (limits["lowCritical"]?.double, limits["hiCritical"]?.double)
    if let highest, value >= highest { return "CRITICALLY_HIGH" }
    if let lowest, value <= lowest { return "CRITICALLY_LOW" }
    if let high, value > high { return highest == nil ? nil : "HIGH" }
    if let low, value < low { return lowest == nil ? nil : "LOW" }
    return low != nil && high != nil ? "NORMAL" : nil
  }
}
