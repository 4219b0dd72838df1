/// A kind of what an application keeps in a vault, in a folder of its own there, so that it can be counted without the password.
public struct KeptKind: Sendable {
  /// The folder's name in the vault.
  public let folder: String
  /// What so many files are called: "3 saved patients". Empty for what isn't worth a word.
  public let words: @Sendable (Int) -> String

  public init(_ folder: String, words: @escaping @Sendable (Int) -> String) {
    self.folder = folder
    self.words = words
  }

  /// What every application keeps. Of a session's files one is counted, the one with its name.
  static let common = [
    KeptKind("sessions") { $0 == 1 ? "the session" : "\($0) sessions" },
    KeptKind("answers") { $0 == 1 ? "1 kept answer" : "\($0) kept answers" },
  ]
}
