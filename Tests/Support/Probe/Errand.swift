import Accounts
import Foundation
import Reprise

/// What the probe does without a screen: its first argument names it.
enum Errand {
  /// Asks for a password on the terminal, and prints its bytes in hexadecimal.
  case ask(user: String, server: String)
  /// Reads the password that a command prints, says whether there may be a core dump now, and
  /// aborts.
  case abort(command: String?)
  /// Reads the password that a command prints, and counts how often it is in memory while somebody
  /// holds it and afterwards.
  case search(command: String, shifted: String)
  /// Logs in at a server with the password that a command prints.
  case login(server: String, authority: String, command: String)

  /// Works on a vault for some seconds, while others do.
  case hammer(Hammering)

  init?(_ arguments: [String]) {
    switch arguments.dropFirst().first {
    case "ask" where arguments.count == 4: self = .ask(user: arguments[2], server: arguments[3])
    case "abort": self = .abort(command: arguments.dropFirst(2).first)
    case "search" where arguments.count == 4:
      self = .search(command: arguments[2], shifted: arguments[3])
    case "login" where arguments.count == 5:
      self = .login(server: arguments[2], authority: arguments[3], command: arguments[4])
    case "hammer" where arguments.count == 5:
      guard let number = Int(arguments[3]), let seconds = Int(arguments[4]) else { return nil }
      self = .hammer(Hammering(directory: arguments[2], number: number, seconds: seconds))
    default: return nil
    }
  }

  func run() -> Never {
    Task {
      do {
        try await perform()
        exit(0)
      } catch {
        print("problem: \((error as? any LocalizedError)?.errorDescription ?? "\(error)")")
        exit(1)
      }
    }
    dispatchMain()
  }

  private func status(
    _ server: String, _ authority: String, _ command: String
  ) async throws -> Int {
    let password = try await PasswordCommand(
      command, environment: ["PATH": "/usr/bin:/bin"]
    ).password()
    var configuration = LibcurlTransport.Configuration()
    configuration.authorityFile = authority
    configuration.proxies = .none
    guard let url = URL(string: server + "/") else { return 0 }
    return try await LibcurlTransport(configuration).send(
      HTTPRequest(url, credentials: Credentials(user: "luca", password: password))
    ).status
  }

  private func perform() async throws {
    switch self {
    case .ask(let user, let server):
      let password = try await TerminalPrompt().password(
        for: Account(server: server, user: user))
      let bytes = password?.withBytes { $0.map { String($0, radix: 16) } }
      print("password: \(bytes?.joined(separator: " ") ?? "none")")
    case .abort(let command):
      var password: Secret?
      if let command {
        password = try await PasswordCommand(command, environment: [:]).password()
      }
      FileHandle.standardOutput.write(Data("forbidden: \(CoreDumps.areForbidden)\n".utf8))
      withExtendedLifetime(password) { Foundation.abort() }
    case .search(let command, let shifted):
      let search = MemorySearch(shifted: shifted)
      var password: Secret? = try await PasswordCommand(
        command, environment: ["PATH": "/usr/bin:/bin"]
      ).password()
      let held = try withExtendedLifetime(password) { try search.count() }
      password = nil
      print("held: \(held), dropped: \(try search.count())")
    case .login(let server, let authority, let command):
      print("answered: \(try await status(server, authority, command))")
    case .hammer(let hammering):
      let (own, all, rounds) = try await hammering.run()
      print("own: \(own), all: \(all), rounds: \(rounds)")
    }
  }
}
