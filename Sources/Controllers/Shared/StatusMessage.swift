import Core
import FoundationEssentials
import Screens
import Terminals

/// A report to the user about an operation: a success with a message, or an error with its reason
/// and advice.
public struct StatusMessage: Codable, Hashable, Sendable {
  /// The operation that failed, such as "Refresh failed"; `nil` for a plain message, for example
  /// after a success.
  public let problem: String?
  /// The message, or the reason for an error.
  public let text: String
  /// A sentence that tells the user how to proceed after an error; `nil` if there is none.
  public private(set) var advice: String?
  /// The id of a button that a form shows only with this report, for example to repair the error;
  /// `nil` for none.
  public let offer: String?

  /// Creates the report of a success.
  ///
  ///     StatusMessage("Logged out.")
  public init(_ text: String) {
    problem = nil
    self.text = text
    advice = nil
    offer = nil
  }

  /// Creates the report of a failed operation.
  ///
  ///     StatusMessage(problem: "Log-out failed", error)
  ///
  /// - Parameters:
  ///   - problem: The operation that failed.
  ///   - error: The error, from which the report takes its reason and advice.
  ///   - showsEarlierData: Whether the screen still shows data that was loaded before.
  ///   - offer: The id of a button that a form shows only with this report; `nil` for none.
  public init(
    problem: String, _ error: any Error, showsEarlierData: Bool = false, offer: String? = nil
  ) {
    self.problem = problem
    self.offer = offer
    let localized = error as? any LocalizedError
    text = localized?.errorDescription ?? error.message
    let advice = localized?.recoverySuggestion
    self.advice =
      showsEarlierData
      ? ["Showing the last good data.", advice].compactMap(\.self).joined(separator: " ")
      : advice
  }

  init(failure error: any Error, showsEarlierData: Bool) {
    let failed = showsEarlierData ? "Refresh failed" : "Loading failed"
    let isUnsent = (error as? any SourceError)?.isUnsent == true
    self.init(
      problem: isUnsent ? "Not sent yet" : failed, error, showsEarlierData: showsEarlierData)
    if (error as? any SourceError)?.secondsToNextLoad != nil {
      advice = [advice, "r retries now."].compactMap(\.self).joined(separator: " ")
    }
  }

  /// Includes the advice only if a recovery screen exists.
  static func notice(of error: any Error) -> String {
    let report = StatusMessage(problem: "", error)
    guard error is any Recoverable, let advice = report.advice else { return report.text }
    return "\(report.text) \(advice)"
  }

  /// Drops the advice first. The reason stays, because the mark shows that something failed.
  func lines(width: Int, rows: Int) -> [(text: String, style: Style)] {
    let all = lines(width: width)
    guard all.count > rows, problem != nil, rows > 0 else { return Array(all.prefix(max(0, rows))) }
    let unadvised = all.prefix { $0.style != .secondary }
    if unadvised.count <= rows { return Array(unadvised) }
    var reason = Wrapping.lines(of: text, width: max(1, width - 2)).enumerated()
      .map { ($0.offset == 0 ? "✕ " : "  ") + $0.element }
    if reason.count > rows {
      let rest = reason[(rows - 1)...].map { $0.drop { $0 == " " } }.joined(separator: " ")
      // Longer than the line, so that it is truncated visibly.
      reason = Array(reason.prefix(rows - 1)) + [(rows == 1 ? "" : "  ") + rest]
    }
    return reason.map { ($0, .bad) }
  }

  /// Uses at most half the screen, with a blank line if it fits.
  func panel(above size: Size) -> [(text: String, style: Style)] {
    let rows = size.rows / 2
    let lines = lines(width: size.columns - 4, rows: rows)
    return lines.count < rows && size.rows > 12 ? lines + [("", .text)] : lines
  }

  func lines(width: Int) -> [(text: String, style: Style)] {
    let inner = max(1, width - 2)
    var lines: [(text: String, style: Style)] = []
    if let problem {
      for (index, line) in Wrapping.lines(of: problem, width: inner).enumerated() {
        lines.append(((index == 0 ? "✕ " : "  ") + line, .bad))
      }
    }
    let indent = problem == nil ? "" : "  "
    lines += Wrapping.lines(of: text, width: inner).map { (indent + $0, .text) }
    if let advice {
      lines += Wrapping.lines(of: advice, width: inner).map { (indent + $0, .secondary) }
    }
    return lines
  }
}
