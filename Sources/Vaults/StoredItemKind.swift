/// A kind of file that an application keeps in a vault, in a folder of its own there, so that they can be counted without the password.
public struct StoredItemKind: Sendable {
  /// The folder's name in the vault.
  public let directory: String
  /// The words for so many files: "3 saved patients". Empty for files not worth a word.
  public let words: @Sendable (Int) -> String

  /// Creates a kind.
  ///
  ///     StoredItemKind("records") { $0 == 1 ? "1 saved patient" : "\($0) saved patients" }
  public init(_ directory: String, words: @escaping @Sendable (Int) -> String) {
    self.directory = directory
    self.words = words
  }

  /// The kinds that every application keeps. Of a session's files one is counted, the one with its name.
  static let common = [
    StoredItemKind("sessions") { $0 == 1 ? "the session" : "\($0) sessions" },
    StoredItemKind("answers") { $0 == 1 ? "1 kept answer" : "\($0) kept answers" },
    StoredItemKind(Vault.clockName) { _ in "" },
    StoredItemKind(Vault.tokenName) { _ in "" },
    StoredItemKind(Vault.turnsName) { _ in "" },
  ]
}
