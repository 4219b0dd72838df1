public import Controllers
public import Core

/// The servers and users of recent sign-ins, newest first, without passwords.
public struct RecentAccounts: Sendable {
  private let list: RecentList<RecentAccount>

  init(file: PrivateFile?) { list = RecentList(file: file, limit: 10) }

  /// The accounts, newest first. Empty if the file can't be read; `report` contains the reason.
  public var accounts: [Account] { list.entries.map(\.id) }

  /// A status message with the reason why the list can't be read; `nil` if it can be read.
  public var report: StatusMessage? {
    list.problem.map { StatusMessage(problem: "The list of recent servers can't be read", $0) }
  }

  /// Moves an account to the front of the list. Call it after a successful sign-in.
  ///
  /// Returns a sentence for the user if the file was unreadable and was quarantined or left
  /// unchanged; otherwise `nil`. Errors of system calls, such as on a full disk, are ignored.
  @discardableResult public func note(_ account: Account) -> String? {
    do {
      return try list.note(RecentAccount(id: account))
    } catch let problem as FileError {
      if case .system = problem { return nil }
      return [problem.errorDescription, problem.recoverySuggestion].compactMap(\.self)
        .joined(separator: " ")
    } catch {
      return "\(error)"
    }
  }
}

private struct RecentAccount: RecentEntry {
  let id: Account

  init(id: Account) { self.id = id }

  init?(_ json: JSON) {
    guard let server = json["server"]?.string else { return nil }
    id = Account(server: server, user: json["user"]?.string ?? "")
  }

  var json: JSON {
    .object([
      JSON.Member("server", .string(id.server)), JSON.Member("user", .string(id.user)),
    ])
  }
}
