import Reprise

extension VitalSigns {
  /// A place where measurements belong together.
  private struct Place: Hashable {
    let encounter: ResourceID?
    let moment: Timestamp?
  }

  /// Returns the measurements by encounter and moment, the newest first.
  ///
  /// Measurements that were made twice in one place are told apart by the group they were written down in, so that nobody's systolic value
  /// of one measurement stands before the diastolic value of another.
  static func takings(of observations: [Observation]) -> [Taking] {
    let places = Dictionary(grouping: observations) { observation in
      Place(encounter: observation.encounter, moment: observation.moment)
    }
    var takings: [Taking] = []
    for (place, observations) in places {
      if isOne(observations) {
        takings.append(taking(place, observations, group: nil))
      } else {
        let groups = Dictionary(grouping: observations) { $0.group }
        takings += groups.map { group, members in taking(place, members, group: group) }
      }
    }
    return takings.sorted { one, other in
      let moments = (one.moment ?? .earliest, other.moment ?? .earliest)
      return moments.0 == moments.1 ? one.id.text > other.id.text : moments.0 > moments.1
    }
  }

  private static func taking(
    _ place: Place, _ observations: [Observation], group: ResourceID?
  ) -> Taking {
    // A moment has one place for each encounter, so together they name it.
    let moment = place.moment.map { "@\($0.milliseconds)" } ?? ""
    let known = observations.filter { $0.concept.id != nil }.sorted { $0.id.text < $1.id.text }
    let part = group.map { "#\($0.text)" } ?? ""
    return Taking(
      id: ResourceID((place.encounter?.text ?? "") + moment + part),
      encounter: place.encounter, moment: place.moment,
      observations: Dictionary(grouping: known) { $0.concept.id ?? $0.id })
  }

  /// Tells whether nothing of a place was measured twice, and a blood pressure is one group's.
  private static func isOne(_ observations: [Observation]) -> Bool {
    let byConcept = Dictionary(grouping: observations) { $0.concept.id }
    guard byConcept.values.allSatisfy({ $0.count == 1 }) else { return false }
    let pressures = Sign.bloodPressure.concepts.compactMap { byConcept[$0]?.first }
    return pressures.count < 2 || pressures[0].group == pressures[1].group
  }
}
