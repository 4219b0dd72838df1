public import Commands
public import Controllers
import Foundation
public import Networking
public import Screens

/// A problem with a server's answer that can't be read, with the way to see the answer: those who
/// run the server need it.
public struct UnreadableResponse: ExitCoded, SourceError {
  private let problem: any Error
  private let advice: String
  /// The route of the screen that shows the answer; nil where the application has keys of its own
  /// for that.
  public let answer: (any AppRoute)?

  /// Creates a problem whose advice says how the answer can be seen.
  ///
  ///     UnreadableResponse(problem, advice: "The raw answer is what they need: --record DIR saves it
  /// in DIR.")
  public init(_ problem: any Error, advice: String, answer: (any AppRoute)? = nil) {
    self.problem = problem
    self.advice = advice
    self.answer = answer
  }

  public var errorDescription: String? { problem.localizedDescription }
  public var recoverySuggestion: String? {
    [(problem as? any LocalizedError)?.recoverySuggestion, advice].compactMap(\.self)
      .joined(separator: " ")
  }
  public var exitCode: ExitCode { ExitCode(problem) }
  public var dataStatus: Provenance.DataStatus {
    (problem as? any SourceError)?.dataStatus ?? .badAnswer
  }
}

extension UnreadableResponse {
  /// Returns the same error; one about an answer that can't be read leads to the screen that shows
  /// it, if the connection has kept the answer.
  static func of(
    _ error: any Error, at connection: Connection, _ route: @autoclosure () -> any AppRoute
  ) -> any Error {
    guard (error as? any SourceError)?.dataStatus == .badAnswer,
      connection.unreadableAnswer != nil
    else { return error }
    return UnreadableResponse(
      error, advice: "y: look at the answer; Ctrl-Y where letters are typed.", answer: route())
  }

  /// Creates the screen that shows a connection's last answer that couldn't be read.
  @MainActor public static func screen(
    _ connection: Connection, from provenance: Provenance, exports: TextExport
  ) -> any Screen {
    TextController(title: "Raw answer", provenance: provenance, exports: exports) { load in
      guard let body = connection.unreadableAnswer else { throw NotCachedError() }
      load.show(String(decoding: body, as: UTF8.self))
    }
  }
}

/// An answer is kept in memory alone, and not for the next start.
private struct NotCachedError: LocalizedError {
  var errorDescription: String? { "The answer isn't kept any more." }
  var recoverySuggestion: String? { "Go back, and refresh: r." }
}
