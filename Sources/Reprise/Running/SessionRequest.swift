import Commands
import Core
import Encryption
import Foundation
import Restoration

/// The session that a start requests, by account, name and location.
@MainActor struct SessionRequest {
  let application: String
  let version: String
  let routes: RouteServers
  var account: Account?
  var vault: Vault?
  var arguments: Arguments
  let environment: [String: String]
  var system: any FileSystem = SystemFiles()
  /// Whether the user named the session, so that no other one may be opened instead.
  let isNamed: Bool
  /// The terminal window of this start; `nil` if unknown.
  let terminalIdentity: TerminalIdentity?
  /// Whether the session was chosen because it was last open in this terminal window.
  private var isOfThisTerminal = false

  init(
    application: String, version: String, routes: RouteServers, account: Account?,
    vault: Vault? = nil, arguments: Arguments, environment: [String: String], isNamed: Bool,
    terminalIdentity: TerminalIdentity? = nil, system: any FileSystem = SystemFiles()
  ) {
    self.application = application
    self.version = version
    self.routes = routes
    self.account = account
    self.vault = vault
    self.arguments = arguments
    self.environment = environment
    self.isNamed = isNamed
    self.terminalIdentity = terminalIdentity
    self.system = system
  }

  /// The session's name, if no file was named.
  var name: String { arguments.value("session") ?? Self.usualName }

  private static let usualName = "main"

  func look() throws -> Session {
    try Session(
      application: application, version: version, routes: routes, account: account,
      vault: vault, arguments: arguments, terminalIdentity: terminalIdentity,
      environment: environment,
      system: system)
  }

  /// Returns a request for the account's session that was last open in this terminal window, unless
  /// the user named a session or a process has it open. So parallel sessions are resumed in their
  /// own windows.
  func inThisTerminal() -> SessionRequest {
    guard !isNamed, name == Self.usualName, !arguments.has("ephemeral"), let terminalIdentity,
      let directory = try? vault?.directory.sessionDirectory
        ?? SessionDirectory(application: application, environment: environment)
    else { return self }
    let files = directory.filesOfThisMachine.filter { file in
      file.name(for: vault == nil ? account : nil).map(LastSession.withoutNumber) == Self.usualName
    }
    guard
      let file = SessionDirectory.File.first(
        among: files, matching: terminalIdentity, environment: environment, system: system),
      let name = file.name(for: vault == nil ? account : nil), name != Self.usualName,
      (try? file.settledOwner(
        seenFrom: ThisMachine.terminal, environment: environment, system: system)) == .some(nil)
    else { return self }
    var request = self
    request.arguments = arguments.setting("session", to: name)
    request.isOfThisTerminal = true
    return request
  }

  /// Opens a session. If another process has it open and the user didn't name it, opens the next
  /// free session of this name. Throws `SnapshotError`.
  func open(_ seen: Session) throws -> Session {
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

  private func openBeside(_ owner: String) throws -> Session {
    let shared = LastSession.withoutNumber(name)
    for number in Self.numbersBeside {
      var other = self
      other.arguments = arguments.setting("session", to: "\(shared)-\(number)")
      var session = try other.look()
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
