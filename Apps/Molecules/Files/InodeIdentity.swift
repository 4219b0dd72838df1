import ChemicalDocuments
import Chemistry
import Reprise

/// A file's kind by its first bytes and its name, in words.
enum InodeIdentity {
  /// The sentence about a file that is something else than its name says, and the ending that it should have; nil where they agree.
  static func footer(of path: String) -> (sentence: String, ending: String)? {
    guard let head = try? ChemicalFile.head(of: path),
      ChemicalFormat.format(of: head.bytes, fileName: head.name).format != nil,
      let found = try? DocumentRegistry.chemistry.identify(
        DocumentHead(head.bytes), fileName: head.name),
      let footer = found.footer
    else { return nil }
    return (footer, found.type.extensions.first ?? "")
  }

  /// The problem of a file that is of none of our formats: what it is instead. Nil for one that is ours, or can't be read.
  static func problem(of path: String) -> FormatError? {
    guard let head = try? ChemicalFile.head(of: path),
      ChemicalFormat.format(of: head.bytes, fileName: head.name).format == nil
    else { return nil }
    do {
      // By its name alone it may be one of ours, whose reader says what is missing.
      _ = try DocumentRegistry.chemistry.identify(DocumentHead(head.bytes), fileName: head.name)
      return nil
    } catch {
      return FormatError(
        .whole, error.errorDescription ?? "This is no chemical file.",
        advice: error.recoverySuggestion ?? "Choose another file.")
    }
  }
}
