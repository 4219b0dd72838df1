import Chemistry
import Reprise

/// Compares a file's name with its content.
enum InodeIdentity {
  /// A sentence and the right file extension, if the content contradicts the name; otherwise `nil`.
  static func footer(of path: String) -> (sentence: String, ending: String)? {
    guard let head = try? ChemicalFile.head(of: path),
      ChemicalFormat.format(of: head.bytes, fileName: head.name).format != nil,
      let found = try? DocumentRegistry.chemistry.identify(
        DocumentHead(head.bytes), fileName: head.name),
      let footer = found.footer
    else { return nil }
    return (footer, found.type.extensions.first ?? "")
  }

  /// An error that names the file's kind if it isn't chemical; `nil` if it is, or is unreadable.
  static func problem(of path: String) -> FormatError? {
    guard let head = try? ChemicalFile.head(of: path),
      ChemicalFormat.format(of: head.bytes, fileName: head.name).format == nil
    else { return nil }
    do {
      // If the extension is one of ours, the format's own reader reports the error.
      _ = try DocumentRegistry.chemistry.identify(DocumentHead(head.bytes), fileName: head.name)
      return nil
    } catch {
      return FormatError(
        .whole, error.errorDescription ?? "This is no chemical file.",
        advice: error.recoverySuggestion ?? "Choose another file.")
    }
  }
}
