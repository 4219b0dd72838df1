/// A program that opens documents of a type.
public struct DocumentProgram: Identifiable, Hashable, Sendable {
  /// The place where a program is known from.
  public enum Source: String, Hashable, Sendable {
    /// An application of this family; a desktop entry; a mailcap; $VISUAL or $EDITOR; $PAGER.
    case family, desktop, mailcap, editor, pager
  }

  enum Command: Hashable, Sendable {
    /// A program's path; the file comes last.
    case program(String)
    case entry(ExecLine, path: String)
    /// A line of a mailcap; its output goes through the pager, if there is one here.
    case mailcap(String, pager: String?)
    /// A shell's words before the file, such as `vim -u NONE`.
    case shell(String)
  }

  /// The key under which a choice is saved. It stays the same for as long as the program is registered in the same way.
  public let id: String
  /// The name that a person sees.
  public let name: String
  /// The place where the program is known from.
  public let source: Source
  /// True if the terminal has to be handed to the program; false if it opens a window.
  public let needsTerminal: Bool
  let command: Command

  /// The words that start the program with a file, the first being its name or path.
  func words(opening path: String, mimeType: String) -> [String] {
    switch command {
    case .program(let program): [program, path]
    case .entry(let line, let entry): line.arguments(opening: path, name: name, entry: entry)
    case .mailcap(let line, nil):
      ["/bin/sh", "-c", MailcapEntry.expanded(line, path: path, mimeType: mimeType)]
    case .mailcap(let line, let pager?):
      [
        "/bin/sh", "-c",
        "{ " + MailcapEntry.expanded(line, path: path, mimeType: mimeType) + "\n} | " + pager,
      ]
    case .shell(let words): ["/bin/sh", "-c", words + " \"$1\"", "sh", path]
    }
  }
}

extension DocumentProgram.Source {
  /// The source in a word, for a list.
  public var words: String {
    switch self {
    case .family: "Reprise"
    case .desktop: "desktop"
    case .mailcap: "mailcap"
    case .editor: "editor"
    case .pager: "pager"
    }
  }
}
