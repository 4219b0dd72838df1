import Reprise

/// An encounter: the observations and diagnoses of one moment.
struct Encounter: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let patient: Reference?
  let moment: Timestamp?
  let type: Reference?
  let location: String?
  let form: String?
  let visit: Reference?
  /// The names of the providers: "Dr. Amina Test".
  let providers: [String]
  let diagnoses: [Diagnosis]
  let observations: [Observation]
  /// The observations that couldn't be read.
  let skipped: [SkippedEntry]
  let isVoided: Bool
  let raw: JSON

  /// The type's name: "Vitals".
  var title: String { type?.name ?? "Encounter" }
}

extension Encounter {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    let observations = Observation.list(json["obs"])
    self.init(
      id: try ResourceID(of: json, under: "uuid"), patient: Reference(json["patient"]),
      moment: json.moment("encounterDatetime"), type: Reference(json["encounterType"]),
      location: Reference(json["location"])?.name, form: Reference(json["form"])?.name,
      visit: Reference(json["visit"]),
      providers: (json["encounterProviders"]?.array ?? []).map { entry in
        // A provider's own name begins with a number, a person's hasn't one.
        let provider = entry["provider"]
        return (Reference(provider?["person"]) ?? Reference(provider))?.name
          ?? entry.text("display") ?? "not told"
      },
      diagnoses: Diagnosis.list(json["diagnoses"]), observations: observations.elements,
      skipped: observations.skipped, isVoided: json["voided"]?.bool ?? false, raw: json)
  }
}
