import Commands
import Core
import Documents
import Encryption
import Glibc
import Restoration

/// The session that a start requests, by account, name and location.
struct SessionRequest {
  let application: String
  let version: String
  let routes: RouteServers
  var account: Account?
  var vault: Vault?
  var arguments: Arguments
  let environment: [String: String]
  /// Whether the user named the session, so that no other one may be opened instead.
  var isNamed = false
  /// The terminal window of this start; `nil` if unknown.
  var terminalIdentity: TerminalIdentity?
  var system: any FileSystem = SystemFiles()
  /// Whether the session was chosen because it was last open in this terminal window.
  private(set) var isOfThisTerminal = false

  /// The session's name, if no file was named.
  var name: String { arguments.value("session") ?? Self.usualName }

  private static let usualName = "main"

  /// The sessions of the account's vault, or else of the application. Throws `SnapshotError`.
  func store() throws -> SessionStore {
    guard let vault else {
      return try SessionStore(application: application, environment: environment, system: system)
    }
    return vault.directory.sessionStore(environment, system)
  }

  /// Returns a request for the account's session that was last open in this terminal window, unless
  /// the user named a session or a process has it open. So parallel sessions are resumed in their
  /// own windows.
  func inThisTerminal() -> SessionRequest {
    guard !isNamed, name == Self.usualName, !arguments.has("ephemeral"), let terminalIdentity,
      let store = try? store()
    else { return self }
    let fileAccount = vault == nil ? account : nil
    let files = store.filesByLastUse.filter { file in
      file.name(for: fileAccount).map(LastSession.withoutNumber) == Self.usualName
    }
    guard let file = store.first(among: files, openedIn: terminalIdentity),
      let name = file.name(for: fileAccount), name != Self.usualName,
      (try? store.settledOwner(of: file)) == .some(nil)
    else { return self }
    var request = self
    request.arguments = arguments.setting("session", to: name)
    request.isOfThisTerminal = true
    return request
  }

  /// Opens a session. If another process has it open and the user didn't name it, opens the next
  /// free session of this name. Throws `SnapshotError`.
  @MainActor func open(_ seen: Session) throws -> Session {
    var session = seen
    do {
      try session.open()
      session.name = arguments.has("snapshot") ? nil : name
      if isOfThisTerminal { session.say("Session \(name): the last one in this terminal.") }
      return session
    } catch SnapshotError.inUse(let owner) where !isNamed {
      return try openBeside(owner)
    }
  }

  /// The numbers of parallel sessions after the first.
  static let numbersBeside = 2...99

  @MainActor private func openBeside(_ owner: String) throws -> Session {
    let shared = LastSession.withoutNumber(name)
    for number in Self.numbersBeside {
      var other = self
      other.arguments = arguments.setting("session", to: "\(shared)-\(number)")
      var session = try Session(other)
      guard session.foreign == nil else { continue }
      do {
        try session.open()
      } catch SnapshotError.inUse {
        continue
      }
      session.name = other.name
      session.say("Session \(other.name): \(name) \(Self.description(of: owner))")
      return session
    }
    throw SnapshotError.inUse(by: owner)
  }

  /// The end of a sentence about the process that has a session open.
  static func description(of owner: String) -> String {
    guard let owner = SessionOwner(text: owner) else { return "is open: \(owner)." }
    return owner.isSuspended
      ? "is suspended in \(owner.description()). Run `fg` to resume it."
      : "is open in \(owner.description())."
  }
}

extension TerminalIdentity {
  /// The terminal window of this process; `nil` if unknown.
  static func ofThisProcess(_ environment: [String: String]) -> TerminalIdentity? {
    let terminal = ThisMachine.terminal
    var status = stat()
    let isKnown = terminal.map { stat($0, &status) == 0 } ?? false
    let made = status.changeTime
    let timestamp = made.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
    return TerminalIdentity(
      environment: environment, terminal: terminal,
      openedAt: isKnown && !timestamp.overflow ? timestamp.partialValue &+ made.tv_nsec : nil,
      tmuxPosition: tmuxPosition(environment))
  }

  /// The tmux session, window and pane; `nil` outside tmux, and if tmux doesn't respond within half
  /// a second.
  private static func tmuxPosition(_ environment: [String: String]) -> String? {
    guard let server = tmuxServer(environment), let pane = environment["TMUX_PANE"] else {
      return nil
    }
    let format = "#{session_name}:#{window_index}.#{pane_index}"
    // If tmux fails, the pane is still identified by its number.
    let run = try? ToolRun(
      "/usr/bin/env", ["tmux", "-S", server.socket, "display-message", "-p", "-t", pane, format],
      environment: environment, limit: .milliseconds(500), mostBytes: 1024)
    guard let run, run.exitCode == 0 else { return nil }
    return run.output.split(whereSeparator: \.isNewline).first.map(String.init)
  }
}
