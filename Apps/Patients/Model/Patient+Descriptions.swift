import Reprise

extension Patient {
  var title: String {
    guard let text = name?.text, text.contains(where: { !$0.isWhitespace }) else {
      return "Unnamed patient"
    }
    return text
  }

  var preferredIdentifier: Identifier? {
    identifiers.first(where: \.isPreferred) ?? identifiers.first
  }

  /// With `today`, ages below two years are more precise: "3 months".
  func ageText(on today: CalendarDate? = nil) -> String {
    if isBornLater(than: today) { return "birth date in the future" }
    if let young = youngAge(on: today) { return young.text }
    return switch years(on: today) {
    case nil: "age unknown"
    case 0: "under 1 year"
    case 1: "1 year"
    case let age?: "\(age) years"
    }
  }

  func ageOrAgeAtDeath(on today: CalendarDate?) -> String {
    let text = ageText(on: today)
    if text == "age unknown" { return "unknown" }
    return text + (isDead == true ? " at death" : "")
  }

  /// "34 y", "3 mo", "<1 y", "? y".
  func shortAge(on today: CalendarDate? = nil) -> String {
    if isBornLater(than: today) { return "? y" }
    if let young = youngAge(on: today) { return young.short }
    return years(on: today).map { $0 == 0 ? "<1 y" : "\($0) y" } ?? "? y"
  }

  /// The server's own age keeps increasing after a death without a date.
  private func years(on today: CalendarDate?) -> Int? {
    if isDead == true {
      guard let died else { return nil }
      return (birthdate.map { $0.years(until: died) } ?? age).flatMap { $0 < 0 ? nil : $0 }
    }
    guard let birthdate, let today else { return age.flatMap { $0 < 0 ? nil : $0 } }
    return birthdate.years(until: today)
  }

  /// Under 18; `false` if the age isn't known.
  func isChild(on day: CalendarDate?) -> Bool {
    guard let birthdate, let day else { return age.map { $0 < 18 } ?? false }
    return birthdate.years(until: day) < 18
  }

  private func isBornLater(than today: CalendarDate?) -> Bool {
    guard let birthdate, let today else { return (age ?? 0) < 0 }
    return birthdate > today
  }

  /// "female, 34 years · born 1992-03-04 (estimated)".
  func personText(on today: CalendarDate? = nil) -> String {
    guard includesPerson else { return "sex, age and birth date not told" }
    return "\(sex.text), \(ageText(on: today)) · \(birthText ?? "birth date unknown")"
  }

  /// "F 34 y, b. 1992-03-04 est.".
  func shortPersonText(on today: CalendarDate? = nil) -> String {
    guard includesPerson else { return "sex and age not told" }
    let birth = birthdate.map { "b. \($0.text)" + (isBirthdateEstimated ? " est." : "") }
    return "\(sex.letter) \(shortAge(on: today)), \(birth ?? "birth date unknown")"
  }

  /// Only below two years: in days up to two weeks, in weeks up to three months, then in months.
  private func youngAge(on today: CalendarDate?) -> (text: String, short: String)? {
    let last = isDead == true ? died : today
    guard let birthdate, let last, birthdate.daysSince1970 <= last.daysSince1970 else { return nil }
    let (born, now) = (birthdate.parts, last.parts)
    let months =
      (now.year - born.year) * 12 + now.month - born.month - (now.day < born.day ? 1 : 0)
    let days = last.daysSince1970 - birthdate.daysSince1970
    guard months < 24 else { return nil }
    let (count, unit, short) =
      days < 14
      ? (days, "day", "d") : months < 3 ? (days / 7, "week", "wk") : (months, "month", "mo")
    return ("\(count) \(unit)\(count == 1 ? "" : "s")", "\(count) \(short)")
  }

  /// Texts of decreasing length, from all identifiers to the preferred one without its type.
  var identifierTexts: [String] {
    guard let preferred = preferredIdentifier else { return ["no identifier"] }
    let others = identifiers.filter { $0 != preferred }
    let more = others.isEmpty ? "" : " +\(others.count)"
    let all = ([preferred] + others).map(\.title).joined(separator: " · ")
    return (others.isEmpty ? [] : [all]) + [preferred.title + more, preferred.text + more]
  }

  var birthText: String? {
    birthdate.map { "born \($0.text)" + (isBirthdateEstimated ? " (estimated)" : "") }
  }

  var deathText: String? {
    guard isDead == true else { return nil }
    guard let died else {
      return causeOfDeath.map { "died (day unknown): \($0)" } ?? "died, cause unknown"
    }
    return "died \(died.text)" + (isDeathEstimated ? " (estimated)" : "")
      + (causeOfDeath.map { " of \($0)" } ?? ", cause unknown")
  }

  var shortDeathText: String? {
    guard isDead == true else { return nil }
    return died.map { "died \($0.text)" + (isDeathEstimated ? " est." : "") }
      ?? "died (day unknown)"
  }
}
