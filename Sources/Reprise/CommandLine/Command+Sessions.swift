import Commands
import Controllers
import Core
import Encryption
import FoundationEssentials
import Glibc
import Restoration
import Terminals

extension Command {
  /// The `sessions` command, which lists, shows and deletes an application's saved sessions.
  /// `environment` determines where they are stored.
  static func sessions(
    of application: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Command {
    Command(
      "sessions", operands: "[list|show|forget] [NAME]",
      help: "list, describe or delete saved sessions",
      options: [Option("json", help: "as JSON")]
    ) { arguments in
      let store = try SessionStore(application: application, environment: environment)
      switch (arguments.operands.first ?? "list", arguments.operands.dropFirst().first) {
      case ("list", nil):
        return try list(
          try sessions(in: store, environment), store, asJSON: arguments.has("json"))
      case ("show", let name):
        return try show(
          session(arguments, name, in: store, environment), asJSON: arguments.has("json"))
      case ("forget", _) where arguments.value("snapshot") != nil:
        throw UsageError(
          "sessions forget doesn't delete the file of --snapshot", advice: "Delete it with rm.")
      case ("forget", let name?):
        return try forget(session(arguments, name, in: store, environment))
      case ("forget", nil):
        throw UsageError(
          "sessions forget needs the name of one session",
          advice: "“\(application) sessions” lists them.")
      case (let subcommand, _):
        throw UsageError(
          "sessions doesn't know “\(subcommand)”",
          advice: "There are: list, show NAME, forget NAME.")
      }
    }
  }

  /// The unencrypted sessions, followed by those in vaults. The latter's names start with the
  /// vault's name: `3f2a1b2c/main`. They can't collide, because session names contain no slash.
  private static func sessions(
    in store: SessionStore, _ environment: [String: String]
  ) throws -> [SavedSession] {
    let vaults = try VaultDirectory.all(in: FilePath.directory(of: store.path))
    // Eight digits are used if they distinguish all vaults, otherwise the whole name.
    let names = vaults.map { FilePath.name(of: $0.path) }
    let isClear = Set(names.map { $0.prefix(8) }).count == names.count
    let sealed = try zip(vaults, names).flatMap { vault, name in
      try vault.sessionStore(environment).sessions().map { session in
        session.named(
          "\(isClear ? String(name.prefix(8)) : name)/\(session.name)", of: vault.account)
      }
    }
    return try store.sessions() + sealed.sorted { $0.name < $1.name }
  }

  private static func list(
    _ sessions: [SavedSession], _ store: SessionStore, asJSON: Bool
  ) throws -> Output {
    // Scripts can distinguish an unreadable session from a missing one.
    let exitCode = sessions.lazy.compactMap(\.refusal).first?.exitCode ?? .success
    if asJSON {
      return Output(
        JSON.array(sessions.map(\.summary)).indented + "\n", exitCode: exitCode)
    }
    guard !sessions.isEmpty else {
      return Output("", note: "nothing is saved in \(store.path)")
    }
    let table = try Table(
      sessions, columns: SavedSession.columns, sort: .asReceived, filter: "", id: { $0.name })
    return try table.output(exitCode: exitCode, instead: "--json")
  }

  private static func show(_ session: SavedSession, asJSON: Bool) throws -> Output {
    if let refusal = session.refusal { throw refusal }
    guard asJSON else { return Output(session.detail.plain) }
    // The body of an encrypted session is unreadable, so its metadata is printed.
    guard case .snapshot(let snapshot) = session.contents else {
      return Output(session.summary.indented + "\n")
    }
    return Output(try JSON(snapshot.body, limits: .snapshot).indented + "\n")
  }

  private static func forget(_ session: SavedSession) throws -> Output {
    if let refusal = session.refusal, case .file(.system) = refusal { throw refusal }
    guard !session.files.isEmpty else {
      throw UsageError(
        "\(session.path) isn't a session file", advice: "Look at it, and delete it with rm.")
    }
    if let machine = session.elsewhere {
      throw UsageError(
        "\(session.name) is the session of \(machine) and may be open there",
        advice: "Forget it there, or delete its files with rm.")
    }
    try session.forget()
    return Output(
      session.files.map { "deleted \(SafeText.visible($0))\n" }.joined(),
      note: session.account.map {
        "other data of \($0.description) stays; logging out there deletes it"
      })
  }

  /// Finds a session: the file of `--snapshot`, or the session with the exact name (by default
  /// "main"), or the only one whose name starts with `NAME-` or ends with `/NAME`.
  private static func session(
    _ arguments: Arguments, _ name: String?, in store: SessionStore,
    _ environment: [String: String]
  ) throws -> SavedSession {
    if let path = arguments.value("snapshot") {
      return try SavedSession(path: path, environment: environment)
    }
    let name = name ?? arguments.value("session") ?? "main"
    let all = try sessions(in: store, environment)
    let found = all.filter { $0.name == name }
    let close =
      found.isEmpty
      ? all.filter { $0.name.hasPrefix(name + "-") || $0.name.hasSuffix("/" + name) } : found
    guard let session = close.first else {
      throw UsageError(
        "there is no session “\(name)” in \(store.path)",
        advice: "“sessions” lists them.")
    }
    guard close.count == 1 else {
      let names = close.map(\.name).joined(separator: ", ")
      throw UsageError("“\(name)” could be several sessions", advice: "Name one of \(names).")
    }
    return session
  }
}
