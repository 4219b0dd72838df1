import Reprise

/// A programme of care that a patient takes part in.
struct ProgramEnrollment: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let program: String
  let location: String?
  let begin: DateOrTime?
  /// The day on which it ends, which may be planned; nil if nobody has said.
  let completed: CalendarDate?
  let outcome: String?
  /// The states of the patient in the programme, each with the day on which it ends.
  let allStates: [State]
  let isVoided: Bool

  struct State: Hashable, Sendable {
    let name: String
    let begin: DateOrTime?
    let end: CalendarDate?
  }

  /// The day on which the patient was enrolled, as it was written down.
  var enrolled: CalendarDate? { begin?.day }

  /// Tells whether the enrolment is dated later than now.
  func isToCome(at now: Timestamp, in zone: Zone) -> Bool {
    begin?.isFuture(at: now, in: zone) ?? false
  }

  /// Tells whether it goes on now; one that ends later does.
  func isActive(at now: Timestamp, in zone: Zone) -> Bool {
    !isToCome(at: now, in: zone)
      && ProgramEnrollment.isOpen(completed, on: CalendarDate(iso: now.date(in: zone)))
  }

  /// Returns the states of the patient in the programme now.
  func states(at now: Timestamp, in zone: Zone) -> [String] {
    let today = CalendarDate(iso: now.date(in: zone))
    return allStates.filter { state in
      ProgramEnrollment.isOpen(state.end, on: today)
        && !(state.begin?.isFuture(at: now, in: zone) ?? false)
    }.map(\.name)
  }

  /// Returns the beginning in words: "since 2024-05-01", "begins 2031-01-01"; nil if it isn't
  /// known.
  func beginWords(at now: Timestamp, in zone: Zone) -> String? {
    enrolled.map { "\(isToCome(at: now, in: zone) ? "begins" : "since") \($0.text)" }
  }

  private static func isOpen(_ end: CalendarDate?, on today: CalendarDate?) -> Bool {
    guard let end else { return true }
    return today.map { end > $0 } ?? false
  }

  /// Returns the present state in words, or the outcome.
  func stateWords(at now: Timestamp, in zone: Zone) -> String {
    if isToCome(at: now, in: zone) { return "to come" }
    guard isActive(at: now, in: zone) else { return outcome ?? "completed" }
    let states = states(at: now, in: zone)
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
      location: Reference(json["location"])?.name,
      begin: DateOrTime(day: json.text("dateEnrolled")),
      completed: json.day("dateCompleted"), outcome: Reference(json["outcome"])?.name,
      // A state has no name of its own, only its concept has.
      allStates: states.map { state in
        State(
          name: Reference(state["state"]?["concept"])?.name ?? "state not told",
          begin: DateOrTime(day: state.text("startDate")), end: state.day("endDate"))
      },
      isVoided: json["voided"]?.bool ?? false)
  }
}
