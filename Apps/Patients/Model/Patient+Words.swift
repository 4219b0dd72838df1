import Reprise

/// What is said of a patient on the screen.
extension Patient {
  /// The name; without one that could be seen, "Unnamed patient".
  var title: String {
    guard let text = name?.text, text.contains(where: { !$0.isWhitespace }) else {
      return "Unnamed patient"
    }
    return text
  }

  /// The one that the server prefers, or else the first.
  var preferredIdentifier: Identifier? {
    identifiers.first(where: \.isPreferred) ?? identifiers.first
  }

  /// "34 years", "1 year", "under 1 year", or "age unknown".
  var ageWords: String {
    switch age {
    case nil: "age unknown"
    case 0: "under 1 year"
    case 1: "1 year"
    case let age?: "\(age) years"
    }
  }

  /// "born 1992-03-04 (estimated)"; nil if that isn't known.
  var birthWords: String? {
    birthdate.map { "born \($0.text)" + (isBirthdateEstimated ? " (estimated)" : "") }
  }

  /// "died 2024-05-01 of Malaria"; nil of the living.
  func deathWords(in zone: Zone) -> String? {
    guard isDead else { return nil }
    var words = "died"
    if let died { words += " \(died.date(in: zone))" + (isDeathEstimated ? " (estimated)" : "") }
    return words + (causeOfDeath.map { " of \($0)" } ?? ", cause unknown")
  }
}
