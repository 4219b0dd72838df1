import Reprise

/// A visit: a stay at a place, in which encounters happen.
struct Visit: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let patient: Reference?
  /// The patient whose visit it is, as far as the answer says.
  let person: Patient?
  let type: String?
  let location: String?
  /// The beginning: a day where one was written without a time.
  let begin: DateOrTime?
  /// The end; nil while the visit goes on.
  let end: DateOrTime?
  /// The encounters, the newest first; empty if they weren't asked for.
  let encounters: [Encounter]
  let isVoided: Bool
  let raw: JSON
  /// True if this user may not see the visit's encounters.
  var hidesEncounters = false

  /// Tells whether the visit goes on: a stop may be planned.
  func isActive(at now: Timestamp, in zone: Zone) -> Bool {
    !isToCome(at: now, in: zone) && !(end?.isOver(at: now, in: zone) ?? false)
  }

  /// Tells whether the visit begins later than now: servers count that as active.
  func isToCome(at now: Timestamp, in zone: Zone) -> Bool {
    begin?.isFuture(at: now, in: zone) ?? false
  }

  var start: Timestamp? { begin?.timestamp }

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
      begin: DateOrTime(beginning: json.text("startDatetime")),
      end: DateOrTime(end: json.text("stopDatetime")),
      encounters: encounters.elements.filter { !$0.isVoided }.sorted {
        ($0.timestamp ?? .earliest) > ($1.timestamp ?? .earliest)
      }, isVoided: json["voided"]?.bool ?? false, raw: json)
  }
}
