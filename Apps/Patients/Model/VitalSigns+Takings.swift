import Reprise

extension VitalSigns {
  /// Measurements that may belong together: of one encounter, within a few minutes.
  private struct Place {
    var observations: [Observation]

    /// The newest time, which identifies the group.
    var when: DateOrTime? {
      observations.max { ($0.timestamp ?? .earliest) < ($1.timestamp ?? .earliest) }?.when
    }

    var concepts: Set<ResourceID?> { Set(observations.map(\.concept.id)) }

    /// The observation groups that contain blood pressures.
    var pressureGroups: Set<ResourceID?> {
      let pressures = Sign.bloodPressure.concepts
      return Set(
        observations.filter { $0.concept.id.map(pressures.contains) ?? false }.map(\.group))
    }

    /// Returns whether later measurements belong to these. Forms and devices record the two values
    /// of a blood pressure seconds or minutes apart. A repeated measurement, or one of another
    /// observation group, doesn't belong to them.
    func includes(_ later: Place) -> Bool {
      guard concepts.isDisjoint(with: later.concepts),
        let start = observations.compactMap(\.timestamp).min(), let end = later.when?.timestamp
      else { return false }
      let groups = (pressureGroups, later.pressureGroups)
      guard groups.0.isEmpty || groups.1.isEmpty || groups.0 == groups.1 else { return false }
      return end.milliseconds - start.milliseconds <= 15 * 60_000
    }
  }

  /// Returns the measurement sets by encounter and time, the newest first.
  ///
  /// If one encounter measured a sign twice within minutes, its observation groups separate the
  /// sets, so that values of two blood pressure measurements are never combined.
  static func measurementSets(of observations: [Observation]) -> [MeasurementSet] {
    var measurementSets: [MeasurementSet] = []
    for (encounter, observations) in Dictionary(grouping: observations, by: \.encounter) {
      for place in places(of: observations, areTogether: encounter != nil) {
        if isOne(place.observations) {
          measurementSets.append(
            measurementSet(encounter, place.when, place.observations, group: nil))
        } else {
          let groups = Dictionary(grouping: place.observations) { $0.group }
          measurementSets += groups.map { group, members in
            measurementSet(encounter, place.when, members, group: group)
          }
        }
      }
    }
    return measurementSets.sorted { one, other in
      let timestamps = (one.timestamp ?? .earliest, other.timestamp ?? .earliest)
      return timestamps.0 == timestamps.1
        ? one.id.text > other.id.text : timestamps.0 > timestamps.1
    }
  }

  /// Groups an encounter's measurements by time. Outside of encounters only those of exactly the
  /// same time belong together.
  private static func places(of observations: [Observation], areTogether: Bool) -> [Place] {
    let byTime = Dictionary(grouping: observations, by: \.when)
    let timestamps = byTime.sorted {
      ($0.key?.timestamp ?? .earliest) < ($1.key?.timestamp ?? .earliest)
    }
    return timestamps.reduce(into: []) { places, timestamp in
      let next = Place(observations: timestamp.value)
      if areTogether, let last = places.last, last.includes(next) {
        places[places.count - 1].observations += next.observations
      } else {
        places.append(next)
      }
    }
  }

  private static func measurementSet(
    _ encounter: ResourceID?, _ when: DateOrTime?, _ observations: [Observation],
    group: ResourceID?
  ) -> MeasurementSet {
    // An encounter has at most one group per time, so the two make a unique id.
    let timestamp = when?.timestamp.map { "@\($0.milliseconds)" } ?? ""
    let known = observations.filter { $0.concept.id != nil }.sorted { $0.id.text < $1.id.text }
    let part = group.map { "#\($0.text)" } ?? ""
    return MeasurementSet(
      id: ResourceID((encounter?.text ?? "") + timestamp + part), encounter: encounter, when: when,
      observations: Dictionary(grouping: known) { $0.concept.id ?? $0.id })
  }

  /// Returns whether each sign was measured once, and blood pressures are in one observation group.
  private static func isOne(_ observations: [Observation]) -> Bool {
    let byConcept = Dictionary(grouping: observations) { $0.concept.id }
    guard byConcept.values.allSatisfy({ $0.count == 1 }) else { return false }
    let pressures = Sign.bloodPressure.concepts.compactMap { byConcept[$0]?.first }
    return pressures.count < 2 || pressures[0].group == pressures[1].group
  }
}
