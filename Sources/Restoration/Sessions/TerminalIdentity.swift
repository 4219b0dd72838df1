/// Identifies a terminal window or pane. It is stored with a session, so that a start in the same
/// window resumes that session.
///
/// A window has several names, from the most specific to one that is valid even after a restart of
/// tmux, screen or the machine: `tmux %3 (/tmp/tmux-1000/default,812)`, `tty /dev/pts/5
/// (1795805341750680728)`, `tmux work:1.0 (/tmp/tmux-1000/default)`. They are stored in the second
/// line of the lock file, separated by tabs.
public struct TerminalIdentity: Hashable, Sendable {
  /// The names of the window or pane, the most specific one first.
  public let names: [String]

  /// Parses the second line of a lock file, which contains the names of a window separated by tabs.
  /// Returns `nil` if it contains none.
  public init?(text: String) {
    names = text.split(separator: "\t").prefix(Self.mostNames).map(String.init)
    if names.isEmpty { return nil }
  }

  /// Identifies the terminal window of a process. Returns `nil` if the arguments don't identify it.
  ///
  ///     TerminalIdentity(environment: ["STY": "812.work", "WINDOW": "2"])?.description
  ///     // "screen 2"
  ///
  /// - Parameters:
  ///   - environment: The process's environment, in which terminals identify their windows.
  ///   - terminal: The path of the terminal device.
  ///   - openedAt: The time when the device was created, in nanoseconds since 1970. It
  ///     distinguishes the window from a later one with the same path.
  ///   - tmuxPosition: The tmux session, window and pane, such as `work:1.0`.
  public init?(
    environment: [String: String], terminal: String? = nil, openedAt: Int? = nil,
    tmuxPosition: String? = nil
  ) {
    func name(_ program: String, _ identifier: String?, _ detail: String? = nil) -> String? {
      guard let identifier, !identifier.isEmpty else { return nil }
      let name = "\(program) \(identifier)" + (detail.map { " (\($0))" } ?? "")
      let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      return isPlain && name.utf8.count <= Self.longestName ? name : nil
    }
    let tty = openedAt.flatMap { name("tty", terminal, "\($0)") }
    let found: [String?]
    // Every pane inherits the variables of the terminal in which the multiplexer was started, so
    // these come last.
    if let server = Self.tmuxServer(environment), let pane = environment["TMUX_PANE"] {
      found = [
        name("tmux", pane, server.name), tty, name("tmux", tmuxPosition, server.socket),
      ]
    } else if let session = environment["STY"], let window = environment["WINDOW"] {
      // In "812.work", the number is the process id.
      let own = session.drop { $0 != "." }.dropFirst()
      found = [name("screen", window, session), tty, name("screen", window, String(own))]
    } else if let session = environment["ZELLIJ_SESSION_NAME"] {
      found = [tty, name("zellij", environment["ZELLIJ_PANE_ID"], session)]
    } else {
      found = [
        tty, name("window", environment["TERM_SESSION_ID"]),
        name("wezterm", environment["WEZTERM_PANE"]), name("kitty", environment["KITTY_WINDOW_ID"]),
      ]
    }
    names = found.compactMap(\.self)
    if names.isEmpty { return nil }
  }

  /// Returns the tmux server in which a process runs, according to the variable `TMUX`; `nil` if it
  /// doesn't run in tmux.
  ///
  /// `TMUX` consists of the server's socket, its process id, and a session number, such as
  /// "/tmp/tmux-1000/default,812,0". Returns the socket, and as the name the socket with the
  /// process id.
  public static func tmuxServer(
    _ environment: [String: String]
  ) -> (socket: String, name: String)? {
    guard let server = environment["TMUX"]?.split(separator: ",").dropLast(), server.count > 1
    else { return nil }
    return (server.dropLast().joined(separator: ","), server.joined(separator: ","))
  }

  /// A short description of the window for the user, such as "tmux work:1.0" or "tty /dev/pts/5".
  /// Two windows may have equal descriptions.
  public var description: String {
    let name = names.last { !$0.hasPrefix("tty ") } ?? names[0]
    return name.firstRange(of: " (").map { String(name[..<$0.lowerBound]) } ?? name
  }

  var text: String { names.joined(separator: "\t") }

  private static let mostNames = 8
  /// The maximum length of a name in bytes, so that all names fit into the part of the lock file
  /// that is read.
  private static let longestName = 256
}
