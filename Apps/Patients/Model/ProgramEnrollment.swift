import Reprise

struct ProgramEnrollment: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let program: String
  let location: String?
  let begin: DateOrTime?
  /// It may be in the future; `nil` if the enrollment is open-ended.
  let completed: CalendarDate?
  let outcome: String?
  let allStates: [State]
  let isVoided: Bool

  struct State: Hashable, Sendable {
    let name: String
    let begin: DateOrTime?
    let end: CalendarDate?
  }

  var enrolled: CalendarDate? { begin?.day }

  func isToCome(at now: Timestamp, in zone: Zone) -> Bool {
    begin?.isFuture(at: now, in: zone) ?? false
  }

  func isActive(at now: Timestamp, in zone: Zone) -> Bool {
    !isToCome(at: now, in: zone)
      && ProgramEnrollment.isOpen(completed, on: CalendarDate(iso: now.date(in: zone)))
  }

  func states(at now: Timestamp, in zone: Zone) -> [String] {
    let today = CalendarDate(iso: now.date(in: zone))
    return allStates.filter { state in
      ProgramEnrollment.isOpen(state.end, on: today)
        && !(state.begin?.isFuture(at: now, in: zone) ?? false)
    }.map(\.name)
  }

  private static func isOpen(_ end: CalendarDate?, on today: CalendarDate?) -> Bool {
    guard let end else { return true }
    return today.map { end > $0 } ?? false
  }

  func stateText(at now: Timestamp, in zone: Zone) -> String {
    if isToCome(at: now, in: zone) { return "to come" }
    guard isActive(at: now, in: zone) else { return outcome ?? "completed" }
    let states = states(at: now, in: zone)
    return states.isEmpty ? "active" : states.joined(separator: ", ")
  }
}

extension ProgramEnrollment {
  init(_ json: JSON) throws(Unreadable) {
    let states = (json["states"]?.array ?? []).filter { $0["voided"]?.bool != true }
    self.init(
      id: try ResourceID(of: json, under: "uuid"),
      program: Reference(json["program"])?.name ?? json.text("display")
        ?? "a programme without a name",
      location: Reference(json["location"])?.name,
      begin: DateOrTime(day: json.text("dateEnrolled")),
      completed: json.day("dateCompleted"), outcome: Reference(json["outcome"])?.name,
      // A state's name is that of its concept.
      allStates: states.map { state in
        State(
          name: Reference(state["state"]?["concept"])?.name ?? "state not told",
          begin: DateOrTime(day: state.text("startDate")), end: state.day("endDate"))
      },
      isVoided: json["voided"]?.bool ?? false)
  }
}
