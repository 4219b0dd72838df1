public import Foundation

/// Something in a file that can't be read or written as it stands, with its place and advice.
///
/// Thrown where nothing is left to show; otherwise kept beside what could be read.
public struct FormatError: Error, Hashable, Sendable {
  /// The place of a problem in its file.
  public enum Place: Hashable, Sendable {
    /// A line of the file, counted from 1.
    case line(Int)
    /// An offset in bytes from the beginning of the file.
    case byte(Int)
    /// The file or record as a whole.
    case whole
  }

  /// The place that the message is about.
  public var place: Place
  /// A sentence: "The bond ends at atom 9; there are 8 atoms."
  public let message: String
  /// A sentence that says what can be done.
  public let advice: String
  /// The number of problems that this one stands for: of thousands of records that have the same, only the first is named.
  public internal(set) var count = 1
  /// The message without the name of the record; problems of one kind have the same.
  let kind: String

  /// `FormatError(.line(4), "The counts line has no numbers.", advice: "Write the molecule anew.")`
  public init(_ place: Place, _ message: String, advice: String) {
    self.init(place, message, kind: message, advice: advice)
  }

  private init(_ place: Place, _ message: String, kind: String, advice: String) {
    self.place = place
    self.message = message
    self.kind = kind
    self.advice = advice
  }

  /// A problem that other records may have, too: the message says the record's name.
  init(of name: String, advice: String, _ message: (_ name: String) -> String) {
    self.init(.whole, message(name), kind: message(""), advice: advice)
  }
}

extension FormatError {
  /// The message, and the number of such problems where there are several; without the place and the advice.
  public var told: String { count > 1 ? "\(message) \(count) such in all." : message }

  /// The parts by which a problem is told from others.
  struct Identity: Hashable {
    let place: Place
    let kind: String
  }

  var identity: Identity { Identity(place: place, kind: kind) }
}

extension [FormatError] {
  /// The problems without repetitions: those of whole files or records that are of one kind are one, which says their number.
  public var merged: [FormatError] {
    var problems = FormatErrors(limit: .max)
    problems.note(self)
    return problems.all
  }

  /// The number of problems that these stand for.
  public var totalCount: Int { reduce(0) { $0 + $1.count } }
}

extension FormatError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? {
    switch place {
    case .line(let line): "Line \(line): \(told)"
    case .byte(let byte): "Byte \(byte): \(told)"
    case .whole: told
    }
  }

  public var recoverySuggestion: String? { advice }
  public var description: String { (errorDescription ?? told) + " " + advice }
}
