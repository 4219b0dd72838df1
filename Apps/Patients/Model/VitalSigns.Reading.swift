import Reprise

extension VitalSigns {
  /// A sign at one moment: one value, or two for the blood pressure.
  struct Reading: Hashable, Sendable {
    let values: [Value]
    /// The unit as recorded; nil without one, and if two values have different ones.
    let units: String?
    let sign: Sign
    /// The other values of that moment: "110/60".
    var others: [String] = []
  }
}

extension VitalSigns.Reading {
  /// A value, or several where it was measured more than once in one place.
  struct Value: Hashable, Sendable {
    let numbers: [Double]
    /// The texts as they are written: "142", "<20".
    let texts: [String]
    let interpretations: [Interpretation?]
    let range: ReferenceRange
    /// The one number that was measured; nil if it is only known to be less or more, and if there are several.
    let exact: Double?

    init(_ number: Double?, _ interpretation: Interpretation? = nil) {
      numbers = number.map { [$0] } ?? []
      texts = numbers.map { Observation.text($0) }
      interpretations = numbers.map { _ in interpretation }
      range = ReferenceRange()
      exact = number
    }

    /// Reads the values of one concept; `range` is for one without its own.
    init(
      _ observations: [Observation],
      _ judged: (Observation) -> (ReferenceRange, Interpretation?), range: () -> ReferenceRange
    ) {
      // The same number twice is one.
      var seen: Set<String> = []
      let shown = observations.filter { seen.insert($0.numberWords ?? "").inserted }
        .sorted { ($0.number ?? 0) > ($1.number ?? 0) }
      let judgements = shown.map { judged($0) }
      numbers = shown.compactMap(\.number)
      texts = shown.compactMap(\.numberWords)
      interpretations = judgements.map(\.1)
      self.range = judgements.first?.0 ?? range()
      exact = shown.count == 1 && !shown[0].isModified ? numbers.first : nil
    }
  }

  /// True if a value was measured more than once in one place: nobody knows which belong together.
  var isRepeated: Bool { values.contains { $0.numbers.count > 1 } }

  /// The values: "142/95", or "182, 110/96, 60"; one that wasn't measured is a dash.
  var text: String {
    values.map { $0.texts.isEmpty ? "–" : $0.texts.joined(separator: ", ") }
      .joined(separator: "/")
  }

  /// The values with the unit: "142/95 mmHg", without a unit that nobody recorded.
  var words: String { [text, unitWords].filter { !$0.isEmpty }.joined(separator: " ") }

  var unitWords: String { units.map { Concept.spelled($0) } ?? "" }

  /// True if a value of two is missing: what is known of the other says nothing of both.
  var isHalf: Bool { values.contains { $0.texts.isEmpty } }

  /// The remark: "systolic alone", "measured twice, see the encounter", or "110/60 at the same
  /// time"; empty if it was measured once.
  var footer: String {
    if isRepeated {
      let count = values.map(\.numbers.count).max() ?? 0
      return "measured \(count == 2 ? "twice" : "\(count) times"), see the encounter"
    }
    let half = isHalf ? (values[0].texts.isEmpty ? "diastolic alone" : "systolic alone") : ""
    let others = others.isEmpty ? "" : others.joined(separator: ", ") + " at the same time"
    return [half, others].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The normal range: "90–120 / 60–80", or "60–100 (any age)" if it isn't this patient's own; nil if none is known.
  var normalWords: String? {
    let known = values.map(\.range).filter { $0.limitWords != nil }
    guard !known.isEmpty else { return nil }
    return known.compactMap(\.limitWords).joined(separator: " / ")
      + (known.allSatisfy(\.isOwn) ? "" : ReferenceRange.anyAge)
  }

  /// The worst interpretation of all. If one value has none, or is missing, the others don't make
  /// it
  /// normal.
  var interpretation: Interpretation? {
    let all = values.flatMap(\.interpretations)
    let worst = all.compactMap(\.self).max { $0.severity < $1.severity }
    return worst?.mark == nil && (isHalf || all.contains(nil)) ? nil : worst
  }

  var severity: Int { interpretation?.severity ?? 0 }

  /// The mark and the word: "▲ high"; empty for a normal value.
  var flag: String { interpretation?.flag ?? "" }

  /// The words to note: "high", "above range, measured twice, see the encounter".
  var wordsOfNote: String {
    [interpretation?.word ?? "", footer].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
