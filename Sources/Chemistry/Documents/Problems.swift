/// The problems met while one record is read; at most `limit` are kept, so that a hostile file can't fill the memory. A place that is read
/// twice tells its problem once.
struct Problems {
  private(set) var all: [Problem] = []
  private let limit = 50

  mutating func note(_ problem: Problem) {
    let isNoted = problem.place != .whole && all.contains(problem)
    if all.count < limit, !isNoted { all.append(problem) }
  }

  mutating func note(line: Int, _ message: String, advice: String) {
    note(Problem(.line(line), message, advice: advice))
  }

  mutating func note(_ others: [Problem]) { for problem in others { note(problem) } }
}
