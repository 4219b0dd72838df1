import Reprise

/// The data of a server, by type and uuid: things refer to each other by `{"uuid": …}`.
///
/// It is filled from JSON that a server gave or might give (`RecordStore+Absorbing`), so a fact from one place holds in all others. After
/// `index()` it knows which things are a patient's; the order is that in which the things came.
struct RecordStore: Sendable {
  private var things: [String: [String: JSON]] = [:]
  private var order: [String: [String]] = [:]
  private var byPatient: [String: [String]] = [:]
  /// The allergies by patient; a patient who isn't in it was never asked.
  private(set) var allergies: [String: [String]] = [:]
  /// The limits that hold for a patient, by both uuids.
  private(set) var ranges: [String: [String: JSON]] = [:]
  /// The observations sorted before: thousands of them are asked for page by page.
  private var sorted = SortedObservations()
  /// The encounters that are made when they are asked for.
  var generated: GeneratedEncounters?
  /// The types that answer 404 for a patient, as if the server lacked the module.
  var lacking: Set<String> = []

  func thing(_ type: String, _ uuid: String) -> JSON? {
    if let known = things[type]?[uuid] { return known }
    guard type == "encounter", let generated, let number = generated.number(of: uuid) else {
      return nil
    }
    return generated.encounter(number)
  }

  /// Returns all things of a type, in the order in which they came.
  func all(_ type: String) -> [JSON] {
    (order[type] ?? []).compactMap { things[type]?[$0] }
  }

  /// Returns the things of a type that belong to a patient.
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

  /// Returns the type of the value with a uuid: places and concepts are told alike.
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

  /// Replaces the limits that hold for a patient, by their concepts.
  mutating func setRanges(_ told: [String: JSON], of patient: String) { ranges[patient] = told }

  /// Returns a patient's observations, the newest first, without the voided.
  func newestObservations(of patient: String) -> [JSON] {
    sorted.observations(of: patient) {
      all("obs", of: patient).filter { $0["voided"]?.bool != true }.newestFirst(by: "obsDatetime")
    }
  }

  /// Sorts the things by patient.
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
  /// Returns the thing with another answer's facts: later keys count, and keys of parts without a uuid are joined.
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
