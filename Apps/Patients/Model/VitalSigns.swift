import Reprise

/// The vital signs of a patient, each time they were taken, the newest first.
struct VitalSigns: Sendable {
  /// The set of concepts that says what is normal.
  static let conceptSet = Sign.concept(1114).text

  /// What was measured at one moment, and written down in one encounter.
  struct Taking: Identifiable, Sendable {
    let id: ResourceID
    /// Nil for what was written down outside of all.
    let encounter: ResourceID?
    let moment: Timestamp?
    fileprivate let observations: [ResourceID: Observation]
  }

  /// A sign at one moment: one value, or two for the blood pressure.
  struct Reading: Hashable, Sendable {
    let values: [Double?]
    /// As they are written: "142", "<20".
    let texts: [String?]
    /// As recorded; nil without one, and where two values have different ones.
    let units: String?
    let interpretations: [Interpretation?]
    let ranges: [ReferenceRange]
    let sign: Sign
  }

  let takings: [Taking]
  /// Whether it is all that there is.
  let isComplete: Bool
  let skipped: [SkippedEntry]
  private let ranges: [ResourceID: Concept]

  init(
    _ observations: [Observation], _ skipped: [SkippedEntry] = [], isComplete: Bool = true,
    ranges: [Concept]
  ) {
    struct Place: Hashable {
      let encounter: ResourceID?
      let moment: Timestamp?
    }
    let taken = Dictionary(grouping: observations.filter { !$0.isVoided }) {
      Place(encounter: $0.encounter, moment: $0.moment)
    }
    takings = taken.map { place, observations in
      let known = observations.sorted { $0.id.text < $1.id.text }
        .compactMap { observation in observation.concept.id.map { ($0, observation) } }
      // A moment has one place for each encounter, so together they name it.
      let moment = place.moment.map { "@\($0.milliseconds)" } ?? ""
      return Taking(
        id: ResourceID((place.encounter?.text ?? "") + moment), encounter: place.encounter,
        moment: place.moment, observations: Dictionary(known) { first, _ in first })
    }
    .sorted { ($0.moment ?? .earliest, $0.id.text) > ($1.moment ?? .earliest, $1.id.text) }
    self.isComplete = isComplete
    self.skipped = skipped
    self.ranges = Dictionary(ranges.compactMap { concept in concept.id.map { ($0, concept) } }) {
      first, _ in first
    }
  }
}

extension VitalSigns {
  /// What is normal for a concept where nothing is said of the patient.
  private func range(_ concept: ResourceID) -> ReferenceRange {
    ranges[concept]?.range ?? ReferenceRange()
  }

  /// A sign at one time; nil if it wasn't measured then.
  func reading(_ sign: Sign, at taking: Taking) -> Reading? {
    guard sign != .bodyMassIndex else { return bodyMassIndex(at: taking) }
    let observations = sign.concepts.map { taking.observations[$0] }
    let values = observations.map { $0?.number }
    guard values.contains(where: { $0 != nil }) else { return nil }
    let ranges = zip(sign.concepts, observations).map { $1?.ownRange ?? range($0) }
    let units = Set(
      observations.compactMap { $0 }.map { $0.concept.units ?? stated(unitsOf: $0.concept) ?? "" })
    return Reading(
      values: values, texts: observations.map { $0?.numberWords },
      units: units.count == 1 ? units.first.flatMap { $0.isEmpty ? nil : $0 } : nil,
      interpretations: zip(observations, ranges).map { $0?.interpretation(within: $1) },
      ranges: ranges, sign: sign)
  }

  private func stated(unitsOf concept: Concept) -> String? {
    concept.id.flatMap { ranges[$0]?.units }
  }

  /// Of the weight and the height of the same time, in kilograms and centimetres: a height of long before may be a child's, and
  /// pounds aren't converted.
  private func bodyMassIndex(at taking: Taking) -> Reading? {
    guard let weight = reading(.weight, at: taking), let height = reading(.height, at: taking),
      weight.units == "kg", height.units == "cm", let kilograms = weight.values[0],
      let centimetres = height.values[0], centimetres >= 10, kilograms > 0
    else { return nil }
    let index = (kilograms / (centimetres / 100 * (centimetres / 100)) * 10).rounded() / 10
    guard index.isFinite else { return nil }
    return Reading(
      values: [index], texts: [Observation.text(index)], units: "kg/m²", interpretations: [nil],
      ranges: [ReferenceRange()], sign: .bodyMassIndex)
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
  var text: String { texts.map { $0 ?? "–" }.joined(separator: "/") }

  /// "142/95 mmHg", without a unit that nobody recorded.
  var words: String { [text, unitWords].filter { !$0.isEmpty }.joined(separator: " ") }

  var unitWords: String {
    // The dictionary's own spelling, which nobody else uses.
    units == "DEG C" ? "°C" : units ?? ""
  }

  /// "90–120 / 60–80"; nil where nothing is known.
  var normalWords: String? {
    let words = ranges.compactMap(\.normalWords)
    return words.isEmpty ? nil : words.joined(separator: " / ")
  }

  /// The worse of two.
  var interpretation: Interpretation? {
    interpretations.compactMap(\.self).max { $0.severity < $1.severity }
  }

  /// "▲ high"; nothing for what is normal.
  var flag: String { interpretation?.flag ?? "" }
}
