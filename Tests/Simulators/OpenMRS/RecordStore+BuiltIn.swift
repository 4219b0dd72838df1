import Reprise

extension RecordStore {
  /// The demo patients, who are invented: `answers.json`.
  static let builtIn = RecordStore(fixture: (try? JSON(PackageResources.answers_json)) ?? .null)

  /// The keys of the lists in a fixture, and the types of their elements.
  private static let lists = [
    ("concepts", "concept"), ("settings", "systemsetting"), ("patients", "patient"),
    ("visits", "visit"),
    ("encounters", "encounter"), ("allergies", "allergy"), ("conditions", "condition"),
    ("orders", "order"), ("programenrollments", "programenrollment"),
    ("caresettings", "caresetting"), ("ordertypes", "ordertype"),
  ]

  /// Reads a fixture: lists of objects as a server returns them, and
  /// - `noKnownAllergies`: UUIDs of patients known to have no allergies. A patient who is neither
  ///   here nor in an allergy was never asked.
  /// - `ranges`: limits for individual patients.
  /// - `generated`: a patient whose encounters are generated, and their number.
  /// - `lacking`: resources for which the server reports a missing module, by patient.
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

  /// Adds the list of encounters to each visit, the newest first [412b]. In a fixture only the
  /// encounter names its visit.
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

  /// Returns the encounter with its own time added to the observations that have none.
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
