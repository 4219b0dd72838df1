import Reprise

struct VitalSigns: Sendable {
  struct MeasurementSet: Identifiable, Sendable {
    let id: ResourceID
    /// `nil` for measurements recorded outside of any encounter.
    let encounter: ResourceID?
    let when: DateOrTime?
    /// By concept; several if it was measured repeatedly.
    let observations: [ResourceID: [Observation]]

    var timestamp: Timestamp? { when?.timestamp }
  }

  let measurementSets: [MeasurementSet]
  let isComplete: Bool
  let skipped: [SkippedEntry]
  /// `false` if it isn't known.
  var isChild: @Sendable (Timestamp?) -> Bool = { _ in false }
  var isFuture: @Sendable (DateOrTime?) -> Bool = { _ in false }
  /// If the server's concepts aren't known, an empty list means nothing.
  var isKnown = true
  /// A value without a mark may then be abnormal.
  var lacksRanges = false
  private let ranges: [ResourceID: Concept]

  init(
    _ observations: [Observation], _ skipped: [SkippedEntry] = [], isComplete: Bool = true,
    ranges: [Concept]
  ) {
    measurementSets = VitalSigns.measurementSets(of: observations.filter { !$0.isVoided })
    self.isComplete = isComplete
    self.skipped = skipped
    self.ranges = Dictionary(ranges.compactMap { concept in concept.id.map { ($0, concept) } }) {
      first, _ in first
    }
  }

  private func range(_ concept: ResourceID) -> ReferenceRange {
    ranges[concept]?.range ?? ReferenceRange()
  }

  func reading(_ sign: Sign, at measurementSet: MeasurementSet) -> Reading? {
    guard sign != .bodyMassIndex else { return bodyMassIndex(at: measurementSet) }
    let values = sign.concepts.map { concept in
      Reading.Value((measurementSet.observations[concept] ?? []).filter { $0.number != nil }) {
        observation in
        let general = range(concept)
        let isChild = sign.dependsOnAge && isChild(measurementSet.timestamp)
        let range =
          observation.ownRange?.counting(forChild: isChild, beside: general) ?? general
        return (
          range, observation.interpretation(within: range, inChild: isChild)
        )
      } range: {
        range(concept)
      }
    }
    guard values.contains(where: { !$0.numbers.isEmpty }) else { return nil }
    let observations = sign.concepts.flatMap { measurementSet.observations[$0] ?? [] }
    let units = Set(
      observations.map { $0.concept.units ?? stated(unitsOf: $0.concept) ?? "" })
    return Reading(
      values: values,
      units: units.count == 1 ? units.first.flatMap { $0.isEmpty ? nil : $0 } : nil, sign: sign)
  }

  private func stated(unitsOf concept: Concept) -> String? {
    concept.id.flatMap { ranges[$0]?.units }
  }

  /// Weight and height must be of the same time, in kilograms and centimetres: an older height may
  /// be a child's, and pounds aren't converted.
  private func bodyMassIndex(at measurementSet: MeasurementSet) -> Reading? {
    guard let weight = reading(.weight, at: measurementSet),
      let height = reading(.height, at: measurementSet),
      weight.units == "kg", height.units == "cm", let kilograms = weight.values[0].exact,
      let centimetres = height.values[0].exact, centimetres >= 10, kilograms > 0
    else { return nil }
    let index = (kilograms / (centimetres / 100 * (centimetres / 100)) * 10).rounded() / 10
    guard index.isFinite else { return nil }
    return Reading(values: [Reading.Value(index)], units: "kg/m²", sign: .bodyMassIndex)
  }

  /// Of several at the same time it is the most severe, with the others in its note.
  func latest(_ sign: Sign) -> (reading: Reading, measurementSet: MeasurementSet)? {
    for measurementSet in measurementSets where !isFuture(measurementSet.when) {
      guard let first = reading(sign, at: measurementSet) else { continue }
      guard let timestamp = measurementSet.timestamp else { return (first, measurementSet) }
      let others = measurementSets.filter {
        $0.timestamp == timestamp && $0.id != measurementSet.id
      }
      .compactMap { other in reading(sign, at: other).map { (reading: $0, measurementSet: other) } }
      var all = [(reading: first, measurementSet: measurementSet)] + others
      all.sort { one, other in
        let severities = (one.reading.severity, other.reading.severity)
        return severities.0 == severities.1
          ? one.measurementSet.id.text > other.measurementSet.id.text : severities.0 > severities.1
      }
      var worst = all.removeFirst()
      worst.reading.others = all.map(\.reading.text).filter { $0 != worst.reading.text }
      return worst
    }
    return nil
  }

  var signs: [Sign] { Sign.allCases.filter { latest($0) != nil || !future($0).isEmpty } }

  /// The nearest first. They are separate so that a mistyped year doesn't hide newer readings.
  func future(_ sign: Sign) -> [(reading: Reading, measurementSet: MeasurementSet)] {
    measurementSets.reversed().filter { isFuture($0.when) }.compactMap { measurementSet in
      reading(sign, at: measurementSet).map { ($0, measurementSet) }
    }
  }

  /// "118/76 dated 2027-11-27, in the future"; empty if there are none.
  func futureText(_ sign: Sign, in zone: Zone) -> String {
    let future = future(sign)
    guard let (reading, measurementSet) = future.first else { return "" }
    let more = future.count > 1 ? " and \(future.count - 1) more" : ""
    let date = measurementSet.when?.date(in: zone) ?? ""
    return "\(reading.text) dated \(date)\(more), in the future"
  }

  /// Measurements that may belong together: of one encounter, within a few minutes.
  private struct Cluster {
    var observations: [Observation]

    var when: DateOrTime? {
      observations.max { ($0.timestamp ?? .earliest) < ($1.timestamp ?? .earliest) }?.when
    }

    var concepts: Set<ResourceID?> { Set(observations.map(\.concept.id)) }

    var pressureGroups: Set<ResourceID?> {
      let pressures = Sign.bloodPressure.concepts
      return Set(
        observations.filter { $0.concept.id.map(pressures.contains) ?? false }.map(\.group))
    }

    /// Forms and devices record the two values of a blood pressure seconds or minutes apart. A
    /// repeated measurement, or one of another observation group, doesn't belong to them.
    func includes(_ later: Cluster) -> Bool {
      guard concepts.isDisjoint(with: later.concepts),
        let start = observations.compactMap(\.timestamp).min(), let end = later.when?.timestamp
      else { return false }
      let groups = (pressureGroups, later.pressureGroups)
      guard groups.0.isEmpty || groups.1.isEmpty || groups.0 == groups.1 else { return false }
      return end.milliseconds - start.milliseconds <= 15 * 60_000
    }
  }

  /// If one encounter measured a sign twice within minutes, its observation groups separate the
  /// sets, so that values of two blood pressure measurements are never combined.
  static func measurementSets(of observations: [Observation]) -> [MeasurementSet] {
    var measurementSets: [MeasurementSet] = []
    for (encounter, observations) in Dictionary(grouping: observations, by: \.encounter) {
      for cluster in clusters(of: observations, areTogether: encounter != nil) {
        if isOne(cluster.observations) {
          measurementSets.append(
            measurementSet(encounter, cluster.when, cluster.observations, group: nil))
        } else {
          let groups = Dictionary(grouping: cluster.observations) { $0.group }
          measurementSets += groups.map { group, members in
            measurementSet(encounter, cluster.when, members, group: group)
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

  /// Outside of encounters only measurements of exactly the same time belong together.
  private static func clusters(of observations: [Observation], areTogether: Bool) -> [Cluster] {
    let byTime = Dictionary(grouping: observations, by: \.when)
    let timestamps = byTime.sorted {
      ($0.key?.timestamp ?? .earliest) < ($1.key?.timestamp ?? .earliest)
    }
    return timestamps.reduce(into: []) { clusters, timestamp in
      let next = Cluster(observations: timestamp.value)
      if areTogether, let last = clusters.last, last.includes(next) {
        clusters[clusters.count - 1].observations += next.observations
      } else {
        clusters.append(next)
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
