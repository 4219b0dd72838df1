public import Controllers
import Files
public import Values

/// The servers and users that answers came from last, the newest first. No passwords.
public struct RecentAccounts: Sendable {
  private let list: RecentList<RecentAccount>

  /// The list in a file; without one it is empty and stays so.
  init(file: PrivateFile?) { list = RecentList(file: file, limit: 10) }

  /// The accounts, the newest first; none of a file that can't be read, of which `report` tells.
  public var accounts: [Account] { list.entries.map(\.id) }

  /// The report about a list that can't be read; nil if all of it can.
  public var report: StatusMessage? {
    list.problem.map { StatusMessage(problem: "The list of recent servers can't be read", $0) }
  }

  /// Puts an account in front. Returns a sentence about a file that can't be read and was set aside, or isn't touched.
  ///
  /// A failure to write is passed over.
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

/// An account as the list's file has it.
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
