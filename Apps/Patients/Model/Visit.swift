import Reprise

/// A visit: a stay at a place, in which encounters happen.
struct Visit: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let patient: Reference?
  /// The patient whose visit it is, as far as the answer says.
  let person: Patient?
  let type: String?
  let location: String?
  let start: Timestamp?
  /// The end; nil while the visit goes on.
  let stop: Timestamp?
  /// The encounters, the newest first; empty if they weren't asked for.
  let encounters: [Encounter]
  let isVoided: Bool
  let raw: JSON

  /// Tells whether the visit goes on: a stop may be planned.
  func isActive(at now: Timestamp) -> Bool { !isToCome(at: now) && (stop.map { $0 > now } ?? true) }

  /// Tells whether the visit is planned for another day: servers count that as active. Clocks that differ by hours make no visit one.
  func isToCome(at now: Timestamp) -> Bool {
    start.map { $0.milliseconds > now.milliseconds + 86_400_000 } ?? false
  }

  /// The type's name: "Facility Visit".
  var title: String { type ?? "Visit" }

  /// The diagnoses of its encounters, each once, the primary ones first.
  var diagnoses: [Diagnosis] {
    var seen: Set<String> = []
    return encounters.flatMap(\.diagnoses).sorted { ($0.rank ?? .max) < ($1.rank ?? .max) }
      .filter { seen.insert($0.title).inserted }
  }
}

extension Visit {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    let encounters = Entries(json["encounters"]?.array ?? []) { entry throws(Unreadable) in
      try Encounter(entry)
    }
    self.init(
      id: try ResourceID(of: json, under: "uuid"), patient: Reference(json["patient"]),
      person: json["patient"].flatMap { try? Patient($0) },
      type: Reference(json["visitType"])?.name, location: Reference(json["location"])?.name,
      start: json.moment("startDatetime"), stop: json.moment("stopDatetime"),
      encounters: encounters.elements.filter { !$0.isVoided }.sorted {
        ($0.moment ?? .earliest) > ($1.moment ?? .earliest)
      }, isVoided: json["voided"]?.bool ?? false, raw: json)
  }
}
