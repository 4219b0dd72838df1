import Reprise

/// A simulated server's data, by type and UUID. Objects refer to each other by `{"uuid": …}`.
///
/// It is filled from JSON as a server returns it (`RecordStore+Absorbing`), so each fact is stored
/// once. Call `index()` before looking up a patient's objects. Objects keep their order.
struct RecordStore: Sendable {
  private var things: [String: [String: JSON]] = [:]
  private var order: [String: [String]] = [:]
  private var byPatient: [String: [String]] = [:]
  /// The UUIDs of allergies by patient. A patient without an entry was never asked.
  private(set) var allergies: [String: [String]] = [:]
  /// The individual limits by patient and concept.
  private(set) var ranges: [String: [String: JSON]] = [:]
  /// A cache of sorted observations: thousands of them are requested page by page.
  private var sorted = SortedObservations()
  /// The encounters that are generated on request.
  var generated: GeneratedEncounters?
  /// The resources that return 404 for a patient, as without the module: "allergy <uuid>".
  var lacking: Set<String> = []

  func thing(_ type: String, _ uuid: String) -> JSON? {
    if let known = things[type]?[uuid] { return known }
    guard type == "encounter", let generated, let number = generated.number(of: uuid) else {
      return nil
    }
    return generated.encounter(number)
  }

  func all(_ type: String) -> [JSON] {
    (order[type] ?? []).compactMap { things[type]?[$0] }
  }

  func all(_ type: String, of patient: String) -> [JSON] {
    let own = (byPatient["\(type) \(patient)"] ?? []).compactMap { things[type]?[$0] }
    guard let generated, generated.patient.text == patient else { return own }
    switch type {
    case "encounter": return (0..<generated.count).map { generated.encounter($0) } + own
    case "obs":
      return (0..<generated.count).flatMap { generated.observations($0) } + own
    default: return own
    }
  }

  /// Returns the type of the value with this UUID. The JSON of locations and concepts looks alike.
  func typeOfValue(_ uuid: String) -> String {
    things["location"]?[uuid] == nil ? "concept" : "location"
  }

  mutating func keep(_ thing: JSON, _ type: String, _ uuid: String) {
    guard let known = things[type]?[uuid] else {
      things[type, default: [:]][uuid] = thing
      order[type, default: []].append(uuid)
      return
    }
    things[type]?[uuid] = known.merged(with: thing)
  }

  mutating func setAllergies(_ uuids: [String]?, of patient: String) {
    allergies[patient] = uuids
  }

  mutating func setRanges(_ told: [String: JSON], of patient: String) { ranges[patient] = told }

  func newestObservations(of patient: String) -> [JSON] {
    sorted.observations(of: patient) {
      all("obs", of: patient).filter { $0["voided"]?.bool != true }.newestFirst(by: "obsDatetime")
    }
  }

  mutating func index() {
    byPatient = [:]
    sorted = SortedObservations()
    for type in ["visit", "encounter", "condition", "order", "testorder", "programenrollment"] {
      for uuid in order[type] ?? [] {
        guard let patient = things[type]?[uuid]?["patient"]?.text("uuid") else { continue }
        byPatient["\(type) \(patient)", default: []].append(uuid)
      }
    }
    for uuid in order["obs"] ?? [] {
      guard let observation = things["obs"]?[uuid],
        let patient = observation["person"]?.text("uuid") ?? patient(ofObservation: observation)
      else { continue }
      byPatient["obs \(patient)", default: []].append(uuid)
    }
  }

  private func patient(ofObservation observation: JSON) -> String? {
    guard let encounter = observation["encounter"]?.text("uuid") else { return nil }
    return things["encounter"]?[encounter]?["patient"]?.text("uuid")
  }
}

extension JSON {
  func timestamp(_ key: String) -> Timestamp? { text(key).flatMap { Timestamp(iso: $0) } }

  /// Returns this value updated with another response: the newer value of a key replaces the older
  /// one, and objects with the same UUID, or without one, are merged.
  fileprivate func merged(with other: JSON) -> JSON {
    if let known = array, let told = other.array, known.count == told.count,
      known.allSatisfy({ $0.text("uuid") != nil }), told.allSatisfy({ $0.text("uuid") == nil })
    {
      return self
    }
    guard let members = other.members, self.members != nil else { return other }
    if text("uuid") != other.text("uuid") { return other }
    var all = self
    for member in members {
      all[member.key] = all[member.key].map { $0.merged(with: member.value) } ?? member.value
    }
    return all
  }
}
