import Reprise

/// The invented patients in `Fixture/answers.json`, which is built into the app, as a server would hold them.
struct FixtureData: Sendable {
  /// By kind: "patients", "visits" and so on, in the file's order.
  private let lists: [String: [JSON]]
  private let byID: [String: JSON]
  /// The same lists by kind and patient; encounters the oldest first, as a server has them.
  private let byPatient: [String: [JSON]]
  let generated: GeneratedEncounters?
  /// Resources that answer 404 for a patient, as if the server had no such module.
  private let lacking: Set<String>

  /// Read once, and then kept: it is a constant.
  static let builtIn = FixtureData((try? JSON(PackageResources.answers_json)) ?? .null)

  init(_ file: JSON) {
    var lists: [String: [JSON]] = [:]
    var byID: [String: JSON] = [:]
    var byPatient: [String: [JSON]] = [:]
    for member in file.members ?? [] {
      guard let list = member.value.array else { continue }
      lists[member.key] = list
      for entry in list {
        if let id = entry.text("uuid") { byID["\(member.key) \(id)"] = entry }
        if let patient = entry["patient"]?.text("uuid") {
          byPatient["\(member.key) \(patient)", default: []].append(entry)
        }
      }
    }
    self.lists = lists
    self.byID = byID
    for key in byPatient.keys where key.hasPrefix("encounters ") {
      byPatient[key]?.sort {
        ($0.moment("encounterDatetime") ?? .earliest)
          < ($1.moment("encounterDatetime") ?? .earliest)
      }
    }
    self.byPatient = byPatient
    lacking = Set(
      (file["lacking"]?.array ?? []).compactMap { entry in
        guard let resource = entry.text("resource"), let patient = entry.text("patient") else {
          return nil
        }
        return resource + " " + patient
      })
    generated = file["generated"].flatMap { entry in
      guard let patient = entry.text("patient"), let count = entry.wholeNumber("count") else {
        return nil
      }
      return GeneratedEncounters(patient: ResourceID(patient), count: count)
    }
  }

  func list(_ kind: String) -> [JSON] { lists[kind] ?? [] }

  func lacks(_ resource: String, of patient: String) -> Bool {
    lacking.contains(resource + " " + patient)
  }

  /// Those that belong to a patient.
  func list(_ kind: String, of patient: String) -> [JSON] {
    byPatient["\(kind) \(patient)"] ?? []
  }

  /// A patient's encounters in the order in which a server has them: the oldest first.
  func encounters(of patient: String) -> [JSON] {
    let own = list("encounters", of: patient)
    guard let generated, generated.patient.text == patient else { return own }
    return (0..<generated.count).map { generated.encounter($0) } + own
  }

  func entry(_ kind: String, _ id: String) -> JSON? {
    if kind == "encounters", let generated, let number = generated.number(of: id) {
      return withNames(generated.encounter(number))
    }
    return byID["\(kind) \(id)"]
  }

  /// A visit or an encounter with more of its patient than the id and the display.
  func withPatient(_ entry: JSON) -> JSON {
    guard let id = entry["patient"]?.text("uuid"), let patient = byID["patients \(id)"] else {
      return entry
    }
    var entry = entry
    entry["patient"] = patient
    return entry
  }

  /// An encounter whose concepts have more than ids: those that are made when they are asked for lack that.
  func withNames(_ encounter: JSON) -> JSON {
    guard encounter.text("uuid").flatMap({ generated?.number(of: $0) }) != nil else {
      return encounter
    }
    var encounter = encounter
    let observations = (encounter["obs"]?.array ?? []).map { observation in
      var observation = observation
      if let id = observation["concept"]?.text("uuid"), let concept = byID["concepts \(id)"] {
        observation["concept"] = concept
      }
      return observation
    }
    encounter["obs"] = .array(observations)
    return encounter
  }
}
