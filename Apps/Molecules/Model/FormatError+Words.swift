import Chemistry
import Reprise

extension [FormatError] {
  /// The messages in one line: at most five kinds, and the number of others; `nil` for none.
  var words: String? {
    guard !isEmpty else { return nil }
    let problems = merged
    let rest = Array(problems.dropFirst(5)).totalCount
    let more = rest > 0 ? ["\(rest.grouped) more."] : []
    return (problems.prefix(5).map(\.told) + more).joined(separator: " ")
  }
}
