public import Foundation

/// An error or warning about the content of a file, with its location and advice.
///
/// Thrown if nothing can be shown; otherwise listed in the `problems` of what could be read.
public struct FormatError: Error, Hashable, Sendable {
  /// A location in a file.
  public enum Location: Hashable, Sendable {
    /// A line of the file, counted from 1.
    case line(Int)
    /// An offset in bytes from the beginning of the file.
    case byte(Int)
    /// The file or record as a whole.
    case whole
  }

  /// The location that the message is about.
  public var location: Location
  /// A sentence: "The bond ends at atom 9; there are 8 atoms."
  public let message: String
  /// A sentence that says what the user can do.
  public let advice: String
  /// The number of equal problems that this one stands for. If thousands of records have the same
  /// problem, only the first record is named.
  public internal(set) var count = 1
  /// The message without the record's name, by which problems are merged.
  let kind: String

  /// `FormatError(.line(4), "The counts line has no numbers.", advice: "Save it again.")`
  public init(_ location: Location, _ message: String, advice: String) {
    self.init(location, message, kind: message, advice: advice)
  }

  private init(_ location: Location, _ message: String, kind: String, advice: String) {
    self.location = location
    self.message = message
    self.kind = kind
    self.advice = advice
  }

  /// A problem that other records can have, too. `message` receives the record's name.
  init(of name: String, advice: String, _ message: (_ name: String) -> String) {
    self.init(.whole, message(name), kind: message(""), advice: advice)
  }
}

extension FormatError {
  /// The message with the number of such problems, if several; without location and advice.
  public var summary: String { count > 1 ? "\(message) \(count) in all." : message }

  /// The key by which equal problems are merged.
  struct Identity: Hashable {
    let location: Location
    let kind: String
  }

  var identity: Identity { Identity(location: location, kind: kind) }
}

extension [FormatError] {
  /// The problems without repetitions. Problems of one kind that concern whole files or records are
  /// merged into one, with their number.
  public var merged: [FormatError] {
    var problems = FormatErrors(limit: .max)
    problems.note(self)
    return problems.all
  }

  /// The total number of problems, counting merged ones.
  public var totalCount: Int { reduce(0) { $0 + $1.count } }
}

extension FormatError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? {
    switch location {
    case .line(let line): "Line \(line): \(summary)"
    case .byte(let byte): "Byte \(byte): \(summary)"
    case .whole: summary
    }
  }

  public var recoverySuggestion: String? { advice }
  public var description: String { (errorDescription ?? summary) + " " + advice }
}

/// The problems of reading one record, or of writing records, without repetitions.
///
/// Lists at most `limit`, so that a hostile file can't fill the memory, and counts the others.
struct FormatErrors {
  private var named: [FormatError] = []
  private var indices: [FormatError.Identity: Int] = [:]
  private var unnamedCount = 0
  private let limit: Int

  init(limit: Int = 50) { self.limit = limit }

  var all: [FormatError] {
    guard unnamedCount > 0 else { return named }
    var others = FormatErrors.others
    others.count = unnamedCount
    return named + [others]
  }

  private static let others = FormatError(
    .whole, "Others aren't listed.", advice: "Fix the listed ones first.")

  mutating func note(_ problem: FormatError) {
    let identity = problem.identity
    if identity == FormatErrors.others.identity {
      unnamedCount += problem.count
    } else if let index = indices[identity] {
      if problem.location == .whole { named[index].count += problem.count }
    } else if named.count < limit {
      indices[identity] = named.count
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
