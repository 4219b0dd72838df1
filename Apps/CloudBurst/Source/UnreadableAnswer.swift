import Foundation
import Reprise

/// A server's answer that can't be read, with the way to see it: those who run the server need it.
struct UnreadableAnswer: ExitCoded, SourceProblem {
  private let problem: HTTPProblem
  private let advice: String

  init(_ problem: HTTPProblem, advice: String) {
    self.problem = problem
    self.advice = advice
  }

  var errorDescription: String? { problem.errorDescription }
  var recoverySuggestion: String? {
    [problem.recoverySuggestion, advice].compactMap(\.self).joined(separator: " ")
  }
  var exitCode: ExitCode { problem.exitCode }
  var standing: Provenance.Standing { problem.standing }
}
