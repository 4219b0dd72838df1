import Reprise

/// A programme of care that a patient takes part in.
struct ProgramEnrollment: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let program: String
  let location: String?
  let enrolled: CalendarDay?
  /// The day on which it ends, which may be planned; nil if nobody has said.
  let completed: CalendarDay?
  let outcome: String?
  /// The states of the patient in the programme, each with the day on which it ends.
  let allStates: [State]
  let isVoided: Bool

  struct State: Hashable, Sendable {
    let name: String
    let end: CalendarDay?
  }

  /// Tells whether it goes on, on a day; one that ends later does.
  func isActive(on today: CalendarDay?) -> Bool { ProgramEnrollment.isOpen(completed, on: today) }

  /// Returns the states of the patient in the programme on a day.
  func states(on today: CalendarDay?) -> [String] {
    allStates.filter { ProgramEnrollment.isOpen($0.end, on: today) }.map(\.name)
  }

  private static func isOpen(_ end: CalendarDay?, on today: CalendarDay?) -> Bool {
    guard let end else { return true }
    return today.map { end > $0 } ?? false
  }

  /// Returns the present state in words, or the outcome.
  func stateWords(on today: CalendarDay?) -> String {
    guard isActive(on: today) else { return outcome ?? "completed" }
    let states = states(on: today)
    return states.isEmpty ? "active" : states.joined(separator: ", ")
  }
}

extension ProgramEnrollment {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    let states = (json["states"]?.array ?? []).filter { $0["voided"]?.bool != true }
    self.init(
      id: try ResourceID(of: json, under: "uuid"),
      program: Reference(json["program"])?.name ?? json.text("display")
        ?? "a programme without a name",
      location: Reference(json["location"])?.name, enrolled: json.day("dateEnrolled"),
      completed: json.day("dateCompleted"), outcome: Reference(json["outcome"])?.name,
      // A state has no name of its own, only its concept has.
      allStates: states.map { state in
        State(
          name: Reference(state["state"]?["concept"])?.name ?? "state not told",
          end: state.day("endDate"))
      },
      isVoided: json["voided"]?.bool ?? false)
  }
}
