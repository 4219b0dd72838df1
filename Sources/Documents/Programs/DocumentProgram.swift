/// A program on this machine that can open documents of a certain type.
public struct DocumentProgram: Identifiable, Hashable, Sendable {
  /// The kind of configuration from which a program is known.
  public enum Source: String, Hashable, Sendable {
    /// `desktop` is a desktop entry. `editor` is the program in `$VISUAL` or `$EDITOR`, and `pager`
    /// the one in `$PAGER`, or `more`.
    case desktop, editor, pager
  }

  enum Command: Hashable, Sendable {
    case entry(ExecLine, path: String)
    /// The file is appended to the shell command, such as `vim -u NONE`.
    case shell(String)
  }

  /// The key under which the user's choice of this program is stored. It doesn't change as long as
  /// the program is registered in the same way.
  public let id: String
  /// The program's name that the user sees in lists.
  public let name: String
  /// The kind of configuration from which the program is known.
  public let source: Source
  /// Whether the program runs in the terminal; otherwise it opens a window.
  public let needsTerminal: Bool
  let command: Command

  func arguments(opening path: String) -> [String] {
    switch command {
    case .entry(let line, let entry): line.arguments(opening: path, name: name, entry: entry)
    case .shell(let line): ["/bin/sh", "-c", line + " \"$1\"", "sh", path]
    }
  }

  /// The shell's code for a command that can't be run.
  package static let cannotRun: Int32 = 126
}

extension DocumentProgram.Source {
  /// The source as a short label for lists of programs, such as "desktop".
  public var text: String { rawValue }
}

/// The programs that can open a document, in the order in which they are listed.
public struct ProgramMenu: Hashable, Sendable {
  /// The programs in the order in which the user sees them. The one in `always` is the first.
  public let programs: [DocumentProgram]
  /// The program that the user always wants to use; `nil` if there is none or it isn't among the
  /// programs any more.
  public let always: DocumentProgram?

  /// A sentence about program files that were skipped because other users can write them; `nil` if
  /// there are none.
  public let note: String?

  init(_ programs: [DocumentProgram], always id: String?, note: String? = nil) {
    self.note = note
    let always = programs.first { $0.id == id }
    self.always = always
    self.programs = [always].compactMap(\.self) + programs.filter { $0.id != always?.id }
  }
}
