import Reprise

/// The vital signs of a patient, each time they were taken, the newest first.
struct VitalSigns: Sendable {
  /// The encounters of this type are asked for.
  static let encounterType = "67a71486-1a54-468f-ac3e-7091a9a79584"
  /// The set of concepts that says what is normal.
  static let conceptSet = Sign.concept(1114).text

  /// What was measured at one moment.
  struct Taking: Identifiable, Sendable {
    /// The encounter's.
    let id: ResourceID
    let moment: Timestamp?
    fileprivate let observations: [ResourceID: Observation]
  }

  /// A sign at one moment: one value, or two for the blood pressure.
  struct Reading: Hashable, Sendable {
    let values: [Double?]
    let interpretations: [Interpretation?]
    let sign: Sign
  }

  let takings: [Taking]
  /// How many there are on the server; nil where it doesn't say.
  let total: Int?
  let skipped: [SkippedEntry]
  private let ranges: [ResourceID: Concept]

  init(_ page: ResultPage<Encounter>, ranges: [Concept]) {
    takings = page.elements.map { encounter in
      let observations = encounter.observations.flatMap(\.withMembers)
        .compactMap { observation in observation.concept.id.map { ($0, observation) } }
      return Taking(
        id: encounter.id, moment: encounter.moment,
        observations: Dictionary(observations) { first, _ in first })
    }
    .sorted { ($0.moment ?? .earliest) > ($1.moment ?? .earliest) }
    total = page.total
    skipped = page.skipped
    self.ranges = Dictionary(ranges.compactMap { concept in concept.id.map { ($0, concept) } }) {
      first, _ in first
    }
  }
}

extension VitalSigns {
  /// What is known about a concept; of a sign's first, if nothing is asked.
  func range(_ concept: ResourceID) -> ReferenceRange { ranges[concept]?.range ?? ReferenceRange() }

  func units(of sign: Sign) -> String {
    let stated = sign == .bodyMassIndex ? nil : sign.concepts.first.flatMap { ranges[$0]?.units }
    // The dictionary's own spelling, which nobody else uses.
    return stated == "DEG C" ? "°C" : stated ?? sign.usualUnits
  }

  /// "90–120 / 60–80"; nil where nothing is known.
  func normalWords(of sign: Sign) -> String? {
    guard sign != .bodyMassIndex else { return nil }
    let words = sign.concepts.compactMap { range($0).normalWords }
    return words.isEmpty ? nil : words.joined(separator: " / ")
  }

  /// A sign at one time; nil if it wasn't measured then.
  func reading(_ sign: Sign, at taking: Taking) -> Reading? {
    guard sign != .bodyMassIndex else { return bodyMassIndex(at: taking) }
    let observations = sign.concepts.map { taking.observations[$0] }
    let values = observations.map { $0?.number }
    guard values.contains(where: { $0 != nil }) else { return nil }
    let interpretations = zip(sign.concepts, observations).map { concept, observation in
      observation?.stated
        ?? observation?.number.flatMap { range(concept).interpretation(of: $0) }
    }
    return Reading(values: values, interpretations: interpretations, sign: sign)
  }

  /// Of the weight and the height of the same time: a height of long before may be a child's.
  private func bodyMassIndex(at taking: Taking) -> Reading? {
    guard let weight = reading(.weight, at: taking)?.values[0],
      let height = reading(.height, at: taking)?.values[0], height >= 10, weight > 0
    else { return nil }
    let index = (weight / (height / 100 * (height / 100)) * 10).rounded() / 10
    guard index.isFinite else { return nil }
    return Reading(values: [index], interpretations: [nil], sign: .bodyMassIndex)
  }

  /// The newest of a sign; nil if it was never measured.
  func latest(_ sign: Sign) -> (reading: Reading, taking: Taking)? {
    for taking in takings {
      if let reading = reading(sign, at: taking) { return (reading, taking) }
    }
    return nil
  }

  /// The signs that were measured at all, in their order.
  var signs: [Sign] { Sign.allCases.filter { latest($0) != nil } }
}

extension VitalSigns.Reading {
  /// "142/95"; what wasn't measured is a dash.
  var text: String {
    values.map { $0.map { Observation.text($0) } ?? "–" }.joined(separator: "/")
  }

  /// The worse of two.
  var interpretation: Interpretation? {
    interpretations.compactMap(\.self).max { $0.severity < $1.severity }
  }

  /// "▲ high"; nothing for what is normal.
  var flag: String { interpretation?.flag ?? "" }
}

extension Observation {
  /// It and what is in its group.
  fileprivate var withMembers: [Observation] {
    if case .group(let members) = value { [self] + members.flatMap(\.withMembers) } else { [self] }
  }
}
