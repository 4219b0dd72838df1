import Reprise

struct Visit: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let patient: Reference?
  let person: Patient?
  let type: String?
  let location: String?
  /// A day if it was recorded without a time.
  let begin: DateOrTime?
  /// It may be in the future.
  let end: DateOrTime?
  /// The newest first; empty if the representation lacks them.
  let encounters: [Encounter]
  let isVoided: Bool
  let raw: JSON
  var hidesEncounters = false

  func isActive(at now: Timestamp, in zone: Zone) -> Bool {
    !isToCome(at: now, in: zone) && !(end?.isOver(at: now, in: zone) ?? false)
  }

  /// Servers count a planned visit as active.
  func isToCome(at now: Timestamp, in zone: Zone) -> Bool {
    begin?.isFuture(at: now, in: zone) ?? false
  }

  var start: Timestamp? { begin?.timestamp }

  var title: String { type ?? "Visit" }

  var diagnoses: [Diagnosis] {
    var seen: Set<String> = []
    return encounters.flatMap(\.diagnoses).sorted { ($0.rank ?? .max) < ($1.rank ?? .max) }
      .filter { seen.insert($0.title).inserted }
  }
}

extension Visit {
  init(_ json: JSON) throws(Unreadable) {
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
