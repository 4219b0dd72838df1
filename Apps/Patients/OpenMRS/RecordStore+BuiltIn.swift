import Reprise

extension RecordStore {
  /// The invented patients in `Demo/answers.json`, which is built into the app. Read once: it is a constant.
  static let builtIn = RecordStore(fixture: (try? JSON(PackageResources.answers_json)) ?? .null)

  /// The lists in a fixture, by the type of what is in them.
  private static let lists = [
    ("concepts", "concept"), ("settings", "systemsetting"), ("patients", "patient"),
    ("visits", "visit"),
    ("encounters", "encounter"), ("allergies", "allergy"), ("conditions", "condition"),
    ("orders", "order"), ("programenrollments", "programenrollment"),
    ("caresettings", "caresetting"), ("ordertypes", "ordertype"),
  ]

  /// Reads a fixture: lists of things as a server tells them, and beside them
  /// - `noKnownAllergies`: uuids of patients who were asked and have none; whoever has no allergies either was never asked;
  /// - `ranges`: limits that hold for a patient;
  /// - `generated`, `lacking`: encounters to be made, and modules that a patient's server lacks.
  init(fixture: JSON) {
    self.init()
    for (key, type) in RecordStore.lists {
      for entry in fixture[key]?.array ?? [] {
        absorb(type == "encounter" ? RecordStore.dated(entry) : entry, as: type)
      }
    }
    for entry in fixture["noKnownAllergies"]?.array ?? [] {
      if let patient = entry.string { setAllergies([], of: patient) }
    }
    for allergy in all("allergy") {
      guard let uuid = allergy.text("uuid"), let patient = allergy["patient"]?.text("uuid") else {
        continue
      }
      setAllergies((allergies[patient] ?? []) + [uuid], of: patient)
    }
    for range in fixture["ranges"]?.array ?? [] {
      guard let patient = range.text("patient"), let concept = range.text("concept") else {
        continue
      }
      var told = range
      told["patient"] = nil
      var known = ranges[patient] ?? [:]
      known[concept] = told
      setRanges(known, of: patient)
    }
    lacking = Set(
      (fixture["lacking"]?.array ?? []).compactMap { entry in
        guard let resource = entry.text("resource"), let patient = entry.text("patient") else {
          return nil
        }
        return resource + " " + patient
      })
    generated = fixture["generated"].flatMap { entry in
      guard let patient = entry.text("patient"), let count = entry.wholeNumber("count") else {
        return nil
      }
      return GeneratedEncounters(patient: ResourceID(patient), count: count)
    }
    addEncountersToVisits()
    index()
  }

  /// A fixture says of each encounter whose visit's it is; a visit has its own, the newest first [412b].
  private mutating func addEncountersToVisits() {
    let byVisit = Dictionary(grouping: all("encounter")) { $0["visit"]?.text("uuid") }
    for case (let visit?, let encounters) in byVisit {
      let newest = encounters.newestFirst(by: "encounterDatetime")
      let references = newest.compactMap { encounter in
        encounter["uuid"].map { JSON.object([.init("uuid", $0)]) }
      }
      keep(
        .object([.init("uuid", .string(visit)), .init("encounters", .array(references))]), "visit",
        visit)
    }
  }

  /// An encounter whose observations were made when it was, unless they say otherwise.
  private static func dated(_ encounter: JSON) -> JSON {
    guard let timestamp = encounter["encounterDatetime"] else { return encounter }
    func dated(_ observation: JSON) -> JSON {
      var observation = observation
      observation["obsDatetime"] = observation["obsDatetime"] ?? timestamp
      if let members = observation["groupMembers"]?.array {
        observation["groupMembers"] = .array(members.map { dated($0) })
      }
      return observation
    }
    var encounter = encounter
    encounter["obs"] = .array((encounter["obs"]?.array ?? []).map { dated($0) })
    return encounter
  }
}
