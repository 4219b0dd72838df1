/// A kind of file that an application stores in a vault. Each kind has a directory of its own, so
/// that its files can be counted without the password.
public struct StoredItemKind: Sendable {
  /// The directory's name in the vault.
  public let directory: String
  /// Describes a number of files: "3 saved patients". Empty if the files aren't worth mentioning.
  public let words: @Sendable (Int) -> String

  /// Creates a kind.
  ///
  ///     StoredItemKind("records") { $0 == 1 ? "1 saved patient" : "\($0) saved patients" }
  public init(_ directory: String, words: @escaping @Sendable (Int) -> String) {
    self.directory = directory
    self.words = words
  }

  /// The kinds that every application stores. Each session counts as one file.
  static let common = [
    StoredItemKind("sessions") { $0 == 1 ? "the session" : "\($0) sessions" },
    StoredItemKind("answers") { $0 == 1 ? "1 kept answer" : "\($0) kept answers" },
    StoredItemKind(Vault.clockName) { _ in "" },
    StoredItemKind(Vault.tokenName) { _ in "" },
    StoredItemKind(Vault.turnsName) { _ in "" },
  ]
}
