import Chemistry
import Reprise

extension [FormatError] {
  /// The problems in words for a line of the screen, the first few kinds and the number of the others; nil without any.
  var words: String? {
    guard !isEmpty else { return nil }
    let problems = merged
    let rest = Array(problems.dropFirst(5)).totalCount
    let more = rest > 0 ? ["\(rest.grouped) more."] : []
    return (problems.prefix(5).map(\.told) + more).joined(separator: " ")
  }
}
