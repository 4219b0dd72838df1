import Reprise

/// A visit: a stay at a place, in which encounters happen.
struct Visit: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let patient: Reference?
  /// The patient's name alone.
  let patientName: String?
  let type: String?
  let location: String?
  let start: Timestamp?
  /// Nil while it goes on.
  let stop: Timestamp?
  let raw: JSON

  var isActive: Bool { stop == nil }

  /// "Facility Visit".
  var title: String { type ?? "Visit" }
}

extension Visit {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    self.init(
      id: try ResourceID(of: json, under: "uuid"), patient: Reference(json["patient"]),
      patientName: json["patient"]?["person"]?.text("display"),
      type: Reference(json["visitType"])?.name, location: Reference(json["location"])?.name,
      start: json.moment("startDatetime"), stop: json.moment("stopDatetime"), raw: json)
  }
}
