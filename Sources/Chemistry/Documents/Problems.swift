/// The problems met while one record is read, each once; at most `limit` are kept, so that a hostile file can't fill the memory.
struct Problems {
  private(set) var all: [Problem] = []
  private let limit = 50

  mutating func note(_ problem: Problem) {
    if all.count < limit, !all.contains(problem) { all.append(problem) }
  }

  mutating func note(line: Int, _ message: String, advice: String) {
    note(Problem(.line(line), message, advice: advice))
  }

  mutating func note(_ others: [Problem]) { for problem in others { note(problem) } }
}
