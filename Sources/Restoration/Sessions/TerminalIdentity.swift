public import Files

/// The window or pane of a terminal in which a session was opened, so that a start in the same one
/// goes on with it.
///
/// The names go from the most exact to one that a window has again after tmux, screen, or the
/// machine was restarted: `tmux %3 (/tmp/tmux-1000/default,812)`, `tty /dev/pts/5
/// (1795805341750680728)`, `tmux work:1.0 (/tmp/tmux-1000/default)`. They are kept in the second
/// line of the session's lock, between tabs.
public struct TerminalIdentity: Hashable, Sendable {
  /// The names of the place, the most exact first.
  public let names: [String]

  /// Reads the line of a lock's file; nil if there is no name in it.
  public init?(text: String) {
    names = text.split(separator: "\t").prefix(Self.mostNames).map(String.init)
    if names.isEmpty { return nil }
  }

  /// Names the place of a process; nil if nothing tells it.
  ///
  ///     TerminalIdentity(environment: ["STY": "812.work", "WINDOW": "2"])?.words  // "screen 2"
  ///
  /// - Parameters:
  ///   - environment: The process's environment, in which terminals name their windows.
  ///   - terminal: The path of the terminal's device.
  ///   - openedAt: The moment when the device was made, in nanoseconds since 1970: a later
  ///     window may have the same path.
  ///   - tmuxPosition: The names of tmux's session, window and pane, `work:1.0`.
  public init?(
    environment: [String: String], terminal: String? = nil, openedAt: Int? = nil,
    tmuxPosition: String? = nil
  ) {
    func name(_ program: String, _ place: String?, _ detail: String? = nil) -> String? {
      guard let place, !place.isEmpty else { return nil }
      let name = "\(program) \(place)" + (detail.map { " (\($0))" } ?? "")
      let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      return isPlain && name.utf8.count <= Self.longestName ? name : nil
    }
    let tty = openedAt.flatMap { name("tty", terminal, "\($0)") }
    let found: [String?]
    // What a multiplexer was started from left its own variables in every pane, so they are looked
    // at last.
    if let server = Self.tmuxServer(environment), let pane = environment["TMUX_PANE"] {
      found = [
        name("tmux", pane, server.name), tty, name("tmux", tmuxPosition, server.socket),
      ]
    } else if let session = environment["STY"], let window = environment["WINDOW"] {
      // "812.work": the number is the process's.
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

  /// Takes `TMUX` apart: "/tmp/tmux-1000/default,812,0" is the server's socket and process, and a
  /// session's number.
  public static func tmuxServer(
    _ environment: [String: String]
  ) -> (socket: String, name: String)? {
    guard let server = environment["TMUX"]?.split(separator: ",").dropLast(), server.count > 1
    else { return nil }
    return (server.dropLast().joined(separator: ","), server.joined(separator: ","))
  }

  /// The place in a word or two, without what tells it from others of the same name: "tmux
  /// work:1.0", "tty /dev/pts/5".
  public var words: String {
    let name = names.last { !$0.hasPrefix("tty ") } ?? names[0]
    return name.firstRange(of: " (").map { String(name[..<$0.lowerBound]) } ?? name
  }

  /// The line in a lock's file.
  var text: String { names.joined(separator: "\t") }

  private static let mostNames = 8
  /// The most bytes of a name: all of them must fit into what is read of a lock's file.
  private static let longestName = 256
}

extension SessionDirectory.File {
  /// The place of the terminal in which the session was opened last; nil if that isn't known.
  public func terminalPlace(
    environment: [String: String], system: any FileSystem = SystemFiles()
  ) -> TerminalIdentity? {
    // Without it a start goes on with the session that was used last.
    guard
      let bytes = try? FileAccess(system).contents(of: lockPath(environment), limit: 4096) ?? []
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.dropFirst().first.flatMap { TerminalIdentity(text: String($0)) }
  }

  /// Returns the one of several files whose session was open in a terminal's place: by the most
  /// exact name that is known of it, and the first of several.
  public static func first(
    among files: [Self], at place: TerminalIdentity, environment: [String: String],
    system: any FileSystem = SystemFiles()
  ) -> Self? {
    let places = files.map { $0.terminalPlace(environment: environment, system: system)?.names }
    for name in place.names {
      if let index = places.firstIndex(where: { $0?.contains(name) == true }) {
        return files[index]
      }
    }
    return nil
  }
}
