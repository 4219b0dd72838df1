import Reprise

/// A programme of care that a patient takes part in.
struct ProgramEnrollment: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let program: String
  let location: String?
  let enrolled: CalendarDay?
  /// Nil while it goes on.
  let completed: CalendarDay?
  let outcome: String?
  /// Where in the programme the patient is now.
  let states: [String]
  let isVoided: Bool

  var isActive: Bool { completed == nil }

  /// Where the patient is in it, or how it ended.
  var stateWords: String {
    guard isActive else { return outcome ?? "completed" }
    return states.isEmpty ? "active" : states.joined(separator: ", ")
  }
}

extension ProgramEnrollment {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    let current = (json["states"]?.array ?? []).filter { state in
      state["voided"]?.bool != true && state.text("endDate") == nil
    }
    self.init(
      id: try ResourceID(of: json, under: "uuid"),
      program: Reference(json["program"])?.name ?? json.text("display")
        ?? "a programme without a name",
      location: Reference(json["location"])?.name, enrolled: json.day("dateEnrolled"),
      completed: json.day("dateCompleted"), outcome: Reference(json["outcome"])?.name,
      // A state has no name of its own, only its concept has.
      states: current.compactMap { Reference($0["state"]?["concept"])?.name },
      isVoided: json["voided"]?.bool ?? false)
  }
}
