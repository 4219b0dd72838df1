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
    /// A line of a mailcap, if its test is passed; its output goes through the pager, if there is
    /// one here.
    case mailcap(String, test: String?, pager: String?)
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
    case .mailcap(let line, let test, let pager):
      ["/bin/sh", "-c", DocumentProgram.script(line, test, pager, path, mimeType)]
    case .shell(let words): ["/bin/sh", "-c", words + " \"$1\"", "sh", path]
    }
  }

  /// The exit code of a mailcap's entry whose test isn't passed: the shell's own for what can't be
  /// run.
  package static let failedTest: Int32 = 126

  private static func script(
    _ line: String, _ test: String?, _ pager: String?, _ path: String, _ mimeType: String
  ) -> String {
    let command = MailcapEntry.expanded(line, path: path, mimeType: mimeType)
    let script = pager.map { "{ \(command)\n} | \($0)" } ?? command
    guard let test else { return script }
    let condition = MailcapEntry.expanded(test, path: "/dev/null", mimeType: mimeType)
    return "{ \(condition)\n} >/dev/null 2>&1 </dev/null || exit \(failedTest)\n\(script)"
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
