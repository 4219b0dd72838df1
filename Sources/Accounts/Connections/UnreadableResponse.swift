public import Commands
public import Controllers
import Core
import FoundationEssentials
public import Networking
public import Screens

/// An error about a server's response that couldn't be parsed. Its recovery suggestion says how to
/// view the response, so that the user can pass it on to the server's administrators.
public struct UnreadableResponse: ExitCoded, SourceError {
  private let problem: any Error
  private let advice: String
  /// The route of the screen that shows the response; `nil` if the error leads to no such screen.
  public let unreadableResponseRoute: (any AppRoute)?

  /// Creates an error whose advice says how to view the response.
  ///
  ///     UnreadableResponse(
  ///       problem, advice: "The raw answer is what they need: --record DIR saves it.")
  public init(_ problem: any Error, advice: String, route: (any AppRoute)? = nil) {
    self.problem = problem
    self.advice = advice
    self.unreadableResponseRoute = route
  }

  public var errorDescription: String? { problem.message }
  public var recoverySuggestion: String? {
    [(problem as? any LocalizedError)?.recoverySuggestion, advice].compactMap(\.self)
      .joined(separator: " ")
  }
  public var exitCode: ExitCode { ExitCode(problem) }
  public var dataStatus: Provenance.DataStatus {
    (problem as? any SourceError)?.dataStatus ?? .badResponse
  }
}

extension UnreadableResponse {
  /// Only if the connection still has the response; returns other errors unchanged.
  static func of(
    _ error: any Error, at connection: Connection, _ route: @autoclosure () -> any AppRoute
  ) -> any Error {
    guard (error as? any SourceError)?.dataStatus == .badResponse,
      connection.unreadableResponse != nil
    else { return error }
    return UnreadableResponse(
      error, advice: "y: show the answer; Ctrl-Y while typing.", route: route())
  }

  /// Creates the screen that shows a connection's last unreadable response.
  @MainActor public static func screen(
    _ connection: Connection, from provenance: Provenance, exports: TextExport
  ) -> any Screen {
    TextController(title: "Raw answer", provenance: provenance, exports: exports) { load in
      guard let body = connection.unreadableResponse else { throw NotCachedError() }
      load.show(String(decoding: body, as: UTF8.self))
    }
  }
}

/// The error after a restart: unreadable responses are only held in memory.
private struct NotCachedError: LocalizedError {
  var errorDescription: String? { "The answer is no longer stored." }
  var recoverySuggestion: String? { "Go back, and refresh: r." }
}
