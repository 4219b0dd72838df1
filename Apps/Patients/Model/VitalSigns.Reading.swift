import Reprise

extension VitalSigns {
  struct Reading: Hashable, Sendable {
    let values: [Value]
    /// `nil` if there is none, or if two values have different ones.
    let units: String?
    let sign: Sign
    /// Values of the same time: "110/60".
    var others: [String] = []
  }
}

extension VitalSigns.Reading {
  /// A value, or several if it was measured repeatedly.
  struct Value: Hashable, Sendable {
    let numbers: [Double]
    /// "142", "<20".
    let texts: [String]
    let interpretations: [Interpretation?]
    let range: ReferenceRange
    /// `nil` if there are several numbers, or only a limit.
    let exact: Double?

    init(_ number: Double?, _ interpretation: Interpretation? = nil) {
      numbers = number.map { [$0] } ?? []
      texts = numbers.map { Observation.text($0) }
      interpretations = numbers.map { _ in interpretation }
      range = ReferenceRange()
      exact = number
    }

    /// `range` is used if no observation has a range.
    init(
      _ observations: [Observation],
      _ interpret: (Observation) -> (ReferenceRange, Interpretation?), range: () -> ReferenceRange
    ) {
      // Equal numbers are shown once.
      var seen: Set<String> = []
      let shown = observations.filter { seen.insert($0.numberText ?? "").inserted }
        .sorted { ($0.number ?? 0) > ($1.number ?? 0) }
      let results = shown.map { interpret($0) }
      numbers = shown.compactMap(\.number)
      texts = shown.compactMap(\.numberText)
      interpretations = results.map(\.1)
      self.range = results.first?.0 ?? range()
      exact = shown.count == 1 && !shown[0].isModified ? numbers.first : nil
    }
  }

  /// After repeated measurements it isn't known which values belong together.
  var isRepeated: Bool { values.contains { $0.numbers.count > 1 } }

  /// "142/95", "182, 110/96, 60". A missing value is a dash.
  var text: String {
    values.map { $0.texts.isEmpty ? "–" : $0.texts.joined(separator: ", ") }
      .joined(separator: "/")
  }

  var textWithUnit: String { [text, unitText].filter { !$0.isEmpty }.joined(separator: " ") }

  var unitText: String { units.map { Concept.spelled($0) } ?? "" }

  var isHalf: Bool { values.contains { $0.texts.isEmpty } }

  /// "systolic alone", "measured twice, see the encounter", "110/60 at the same time".
  var footer: String {
    if isRepeated {
      let count = values.map(\.numbers.count).max() ?? 0
      return "measured \(count == 2 ? "twice" : "\(count) times"), see the encounter"
    }
    let half = isHalf ? (values[0].texts.isEmpty ? "diastolic alone" : "systolic alone") : ""
    let others = others.isEmpty ? "" : others.joined(separator: ", ") + " at the same time"
    return [half, others].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// "90–120 / 60–80", "60–100 (any age)" for general limits.
  var normalText: String? {
    let known = values.map(\.range).filter { $0.limitText != nil }
    guard !known.isEmpty else { return nil }
    return known.compactMap(\.limitText).joined(separator: " / ")
      + (known.allSatisfy(\.isOwn) ? "" : ReferenceRange.anyAge)
  }

  /// The most severe one; never normal if a value is missing or has no interpretation.
  var interpretation: Interpretation? {
    let all = values.flatMap(\.interpretations)
    let worst = all.compactMap(\.self).max { $0.severity < $1.severity }
    return worst?.mark == nil && (isHalf || all.contains(nil)) ? nil : worst
  }

  var severity: Int { interpretation?.severity ?? 0 }

  var flag: String { interpretation?.flag ?? "" }

  var noteText: String {
    [interpretation?.text ?? "", footer].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
