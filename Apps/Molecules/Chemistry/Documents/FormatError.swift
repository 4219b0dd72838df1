public import FoundationEssentials

/// An error or warning about the content of a file, with its location and advice for the user.
///
/// It is thrown if nothing can be read. Otherwise it is in the `problems` of the document or record
/// or, if data can't be stored in a format, in those of the writer.
public struct FormatError: Error, Hashable, Sendable {
  /// The location of an error in a file.
  public enum Location: Hashable, Sendable {
    /// The error is in a line of the file. The value is its number, counted from 1.
    case line(Int)
    /// The error is in a binary file. The value is its offset in bytes from the beginning.
    case byte(Int)
    /// The error concerns the whole file or record.
    case whole
  }

  /// The location of the error in the file.
  public var location: Location
  /// A sentence that describes the error: "The bond ends at atom 9; there are 8 atoms."
  public let message: String
  /// A sentence that says how the user can solve the problem.
  public let advice: String
  /// The number of errors that this one stands for: 1 unless errors were merged. If thousands of
  /// records have the same error, it is listed once, and the message names only the first record.
  public internal(set) var count = 1
  /// The message without the record's name, by which problems are merged.
  let kind: String

  /// Creates an error with its location, a sentence that describes it, and advice for the user:
  /// `FormatError(.line(4), "The counts line has no numbers.", advice: "Save it again.")`.
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
  /// The message, and the number of the errors if several were merged: "… 12 in all."
  public var summary: String { count > 1 ? "\(message) \(count) in all." : message }

  /// The key by which equal problems are merged.
  struct Identity: Hashable {
    let location: Location
    let kind: String
  }

  var identity: Identity { Identity(location: location, kind: kind) }
}

extension [FormatError] {
  /// The errors without repetitions. Those of one kind without a line are merged and counted.
  public var merged: [FormatError] {
    var problems = FormatErrors(limit: .max)
    problems.note(self)
    return problems.all
  }

  /// The total number of errors, including those that were merged.
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

  mutating func note(_ location: FormatError.Location, _ message: String, advice: String) {
    note(FormatError(location, message, advice: advice))
  }

  mutating func note(of name: String, advice: String, _ message: (_ name: String) -> String) {
    note(FormatError(of: name, advice: advice, message))
  }

  mutating func note(line: Int, _ message: String, advice: String) {
    note(.line(line), message, advice: advice)
  }

  mutating func note(_ others: [FormatError]) { for problem in others { note(problem) } }
}
