/// The problems met while one record is read, or records are written.
///
/// At most `limit` are named, so that a hostile file can't fill the memory; the others are counted. A place that is read twice tells its
/// problem once, and what many records have in common is one problem with their number.
struct Problems {
  private var named: [Problem] = []
  private var places: [Problem.Identity: Int] = [:]
  private var unnamedCount = 0
  private let limit: Int

  init(limit: Int = 50) { self.limit = limit }

  /// The problems that are named, and behind them one that stands for all others.
  var all: [Problem] {
    guard unnamedCount > 0 else { return named }
    var others = Problems.others
    others.count = unnamedCount
    return named + [others]
  }

  private static let others = Problem(
    .whole, "Others aren't named.", advice: "Mend those that are named first.")

  mutating func note(_ problem: Problem) {
    let identity = problem.identity
    if identity == Problems.others.identity {
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
    note(Problem(.line(line), message, advice: advice))
  }

  mutating func note(_ others: [Problem]) { for problem in others { note(problem) } }
}
