/// Collects the problems of reading one record, or of writing records.
///
/// At most `limit` are listed, so that a hostile file can't fill the memory; the others are
/// counted. A problem that is noted twice at a location is listed once. A problem of many records
/// is listed once, with their number.
struct FormatErrors {
  private var named: [FormatError] = []
  private var places: [FormatError.Identity: Int] = [:]
  private var unnamedCount = 0
  private let limit: Int

  init(limit: Int = 50) { self.limit = limit }

  /// The listed problems, followed by one that stands for all others.
  var all: [FormatError] {
    guard unnamedCount > 0 else { return named }
    var others = FormatErrors.others
    others.count = unnamedCount
    return named + [others]
  }

  private static let others = FormatError(
    .whole, "Others aren't named.", advice: "Mend those that are named first.")

  mutating func note(_ problem: FormatError) {
    let identity = problem.identity
    if identity == FormatErrors.others.identity {
      unnamedCount += problem.count
    } else if let place = places[identity] {
      if problem.place == .whole { named[place].count += problem.count }
    } else if named.count < limit {
      places[identity] = named.count
      named.append(problem)
    } else {
      unnamedCount += problem.count
    }
  }

  mutating func note(line: Int, _ message: String, advice: String) {
    note(FormatError(.line(line), message, advice: advice))
  }

  mutating func note(_ others: [FormatError]) { for problem in others { note(problem) } }
}
