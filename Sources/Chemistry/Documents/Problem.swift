public import Foundation

/// Something in a file that can't be read or written as it stands, with its place and advice.
///
/// Thrown where nothing is left to show; otherwise kept beside what could be read.
public struct Problem: Error, Hashable, Sendable {
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

  /// `Problem(.line(4), "The counts line has no numbers.", advice: "Write the molecule anew.")`
  public init(_ place: Place, _ message: String, advice: String) {
    self.place = place
    self.message = message
    self.advice = advice
  }
}

extension Problem: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? {
    switch place {
    case .line(let line): "Line \(line): \(message)"
    case .byte(let byte): "Byte \(byte): \(message)"
    case .whole: message
    }
  }

  public var recoverySuggestion: String? { advice }
  public var description: String { (errorDescription ?? message) + " " + advice }
}
