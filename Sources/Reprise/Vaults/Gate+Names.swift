import Networking
import Values

extension Gate {
  /// An account's server as short as it can be typed.
  func typed(_ account: Account) -> String {
    let candidates = [Gate.name(account), account.server.replacing("https://", with: "")]
    return candidates.first {
      ServerAddress($0, allowsHTTP: settings.allowsHTTP)?.text == account.server
    } ?? account.server
  }

  /// An account's server as people call it.
  static func name(_ account: Account) -> String {
    ServerAddress(account.server, allowsHTTP: true)?.name ?? account.server
  }
}
